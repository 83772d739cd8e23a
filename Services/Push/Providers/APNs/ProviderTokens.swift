import Crypto
import Foundation
import Models
import Synchronization

/// The provider tokens of a key: JWTs by ES256 with `kid`, `iss` and `iat`. All connections use the same token. Apple
/// refuses tokens older than an hour, and teams that make a new token more often than every 20 minutes.
final class ProviderTokens: Sendable {
    /// The usual age at which a token is replaced, in milliseconds.
    static let lifetime: Int64 = 50 * 60 * 1000
    /// The greatest age in milliseconds, if Apple takes no new token: Apple's own limit, minus a minute for the way.
    static let maximumLifetime: Int64 = 59 * 60 * 1000
    /// The least time between two replacements after a refusal, in milliseconds.
    static let leastPause: Int64 = 20 * 60 * 1000

    struct Token: Sendable {
        let text: SecretText
        let madeAt: UnixTime
        let number: Int
    }

    private struct State {
        var present: Token?
        var former: Token?
        /// Whether the former token was restored. A restored token is used until `maximumLifetime`.
        var isFormer = false
        /// The time of the last replacement before the usual age; nil before the first.
        var forcedAt: UnixTime?
        var count = 0
    }

    private let key: P256.Signing.PrivateKey
    private let header: String
    private let teamID: String
    private let clock: any WallClock
    private let file: ProviderTokenFile?
    private let state = Mutex(State())

    init(
        key pem: String, keyID: String, teamID: String, keptIn file: ProviderTokenFile? = nil, clock: any WallClock
    ) throws {
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: pem) else {
            throw UnreadableCredential(
                description:
                    "push.apns.key is no P-256 key in PEM; give the file AuthKey_….p8 as Apple has it, with its first and last line"
            )
        }
        self.key = key
        self.teamID = teamID
        self.clock = clock
        self.file = file
        header = try jwtPart(["alg": "ES256", "kid": keyID])
        guard let kept = file?.read().flatMap(own) else { return }
        state.withLock { state in
            state.count = kept.number
            state.present = kept
        }
    }

    private func own(_ text: String) -> Token? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == header,
            let claims = base64URLDecoded(parts[1].utf8)
                .flatMap({ try? JSONDecoder().decode(Claims.self, from: Data($0)) }),
            claims.iss == teamID, let raw = base64URLDecoded(parts[2].utf8),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: raw),
            key.publicKey.isValidSignature(signature, for: Data("\(parts[0]).\(parts[1])".utf8))
        else { return nil }
        return Token(text: SecretText(text), madeAt: UnixTime(milliseconds: claims.iat * 1000), number: 1)
    }

    func present() throws -> Token {
        let now = clock.now()
        return try state.withLock { state in
            let lifetime = state.isFormer ? ProviderTokens.maximumLifetime : ProviderTokens.lifetime
            if let token = state.present, isFresh(token, at: now, for: lifetime) { return token }
            return try replace(&state, at: now)
        }
    }

    /// Makes a new token after a refusal; nil within `leastPause` after the last such replacement. Of several
    /// simultaneous refusals the first makes the new token, and the others get the same token.
    func replacement(for refused: Token) throws -> Token? {
        let now = clock.now()
        return try state.withLock { state in
            if let present = state.present, present.number != refused.number { return present }
            if let forcedAt = state.forcedAt,
                (0..<ProviderTokens.leastPause).contains(now.rawValue - forcedAt.rawValue)
            {
                return nil
            }
            state.forcedAt = now
            return try replace(&state, at: now)
        }
    }

    /// Takes back the former token after Apple has called `refused` too new; nil if no former token is young enough. If
    /// `refused` was replaced in between, returns the present token.
    func tokenBefore(_ refused: Token) -> Token? {
        let now = clock.now()
        return state.withLock { state in
            if let present = state.present, present.number != refused.number { return present }
            guard let former = state.former, isFresh(former, at: now, for: ProviderTokens.maximumLifetime) else {
                return nil
            }
            state.present = former
            state.former = nil
            state.isFormer = true
            return former
        }
    }

    private func replace(_ state: inout State, at now: UnixTime) throws -> Token {
        state.count += 1
        let claims = Claims(iat: now.rawValue / 1000, iss: teamID)
        let body = "\(header).\(try jwtPart(claims))"
        let signature = try key.signature(for: Data(body.utf8)).rawRepresentation
        let token = Token(text: SecretText("\(body).\(base64URL(signature))"), madeAt: now, number: state.count)
        try file?.write(token.text)
        state.former = state.present
        state.present = token
        state.isFormer = false
        return token
    }

    /// Whether a token is young enough. A token from the future was made before the clock was set back, so its age is
    /// unknown.
    private func isFresh(_ token: Token, at now: UnixTime, for lifetime: Int64) -> Bool {
        (0..<lifetime).contains(now.rawValue - token.madeAt.rawValue)
    }

    private struct Claims: Codable {
        let iat: Int64
        let iss: String
    }
}

/// A file with the provider token, which only its owner can read. Apple limits how often a team makes a new token:
/// after a few restarts that each make a new token, pushes would wait for 20 minutes.
struct ProviderTokenFile: Sendable {
    struct NotWritten: Error {}

    let url: URL

    func read() -> String? { (try? Data(contentsOf: url)).map { String(decoding: $0, as: UTF8.self) } }

    func write(_ token: SecretText) throws {
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        guard
            FileManager.default.createFile(
                atPath: url.path, contents: Data(token.value.utf8), attributes: [.posixPermissions: 0o600])
        else { throw NotWritten() }
    }
}

/// Returns `value` as a part of a JWT (RFC 7519, section 7.1).
func jwtPart(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return base64URL(try encoder.encode(value))
}
