import Crypto
import Foundation
import Models

/// A token is `br_<session>.<generation>.<secret>.<tag>`. The tag shows that this installation made it: garbage never
/// reaches the database, and a forged token, which must not end a session, differs from an old token. Each secret is
/// derived from the previous one, so a retry finds the same successor although no secret is stored.
struct RefreshTokens: Sendable {
    private let tagKey: SymmetricKey
    private let successorKey: SymmetricKey

    private static let prefix = "br_"
    private static let maximumLength = 256

    init(tagKey: SymmetricKey, successorKey: SymmetricKey) {
        self.tagKey = tagKey
        self.successorKey = successorKey
    }

    /// Makes the first secret from 32 random bytes.
    static func firstSecret(_ random: [UInt8]) -> SecretText { SecretText(base64URL(random)) }

    /// Derives the next secret from the hash of the current secret. So an access token can request it, too, but only
    /// the server's key can derive it.
    func successor(of hash: [UInt8], in session: SessionID, generation: Int64) -> SecretText {
        var input = hash
        input.append(contentsOf: session.text.utf8)
        withUnsafeBytes(of: generation.bigEndian) { input.append(contentsOf: $0) }
        return SecretText(base64URL(HMAC<SHA256>.authenticationCode(for: input, using: successorKey)))
    }

    static func hash(_ secret: SecretText) -> [UInt8] { Array(SHA256.hash(data: Data(secret.value.utf8))) }

    func token(_ secret: SecretText, of session: SessionID, generation: Int64) -> SecretText {
        let body = "\(RefreshTokens.prefix)\(session.text).\(generation).\(secret.value)"
        return SecretText("\(body).\(tag(of: body))")
    }

    static func resembles(_ text: SecretText) -> Bool { text.value.hasPrefix(prefix) }

    func read(_ text: SecretText) -> Rotation.Shown? {
        guard text.value.utf8.count <= RefreshTokens.maximumLength, RefreshTokens.resembles(text),
            let dot = text.value.lastIndex(of: ".")
        else { return nil }
        let body = text.value[..<dot]
        let tag = text.value[text.value.index(after: dot)...]
        guard tag.utf8.equalsInConstantTime(self.tag(of: body).utf8) else { return nil }
        let parts = body.dropFirst(RefreshTokens.prefix.count).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let session = SessionID(String(parts[0])), let generation = Int64(parts[1]) else {
            return nil
        }
        return Rotation.Shown(
            session: session, generation: generation, hash: RefreshTokens.hash(SecretText(String(parts[2]))))
    }

    private func tag(of body: some StringProtocol) -> String {
        base64URL(HMAC<SHA256>.authenticationCode(for: Data(body.utf8), using: tagKey).prefix(16))
    }
}

struct Rotation: Hashable, Sendable {
    /// The number of the current refresh token, from 1.
    var generation: Int64
    var hash: [UInt8]
    /// The hash of the previous secret; nil for the first token.
    var previousHash: [UInt8]?
    var rotatedAt: UnixTime
    /// The key that signs this generation's access token, so that the same answer can be repeated.
    var signingKey: String
    /// Whether this generation's access token was shown, which proves that the answer with this token arrived.
    var isUsed = false

    /// The milliseconds within which a retry is tolerated. Two requests can cross: the second may be sent before the
    /// answer to the first arrives.
    static let retryWindow: Int64 = 10_000

    struct Shown: Hashable, Sendable {
        let session: SessionID
        let generation: Int64
        /// The hash of the token's secret; nil for an access token, which has none.
        let hash: [UInt8]?
    }

    enum Step: Hashable, Sendable {
        /// The token is the current token, so it gets a successor.
        case advance
        /// The same answer is repeated: the token was used a moment ago, or it was used within `answerLife` and its
        /// answer was not.
        case repeatAnswer
        /// The token has a successor that was used, or that is too old to repeat. So two parties may have the token.
        case reuse
        /// The chain does not contain the token, for example because the database was restored.
        case unknown
    }

    /// Decides about a shown token. `answerLife` is in seconds, and at most the lifetime of the access token.
    func step(for shown: Shown, at now: UnixTime, answerLife: Int64) -> Step {
        if shown.generation > generation || shown.generation < 1 { return .unknown }
        if shown.generation == generation { return shown.hash == nil || shown.hash == hash ? .advance : .unknown }
        // A token of a generation before the previous one shows that the successor was used, too.
        guard shown.generation == generation - 1, shown.hash == nil || shown.hash == previousHash else { return .reuse }
        if now.rawValue - rotatedAt.rawValue <= Rotation.retryWindow { return .repeatAnswer }
        return !isUsed && now < rotatedAt.adding(seconds: answerLife) ? .repeatAnswer : .reuse
    }

    func advanced(to successor: [UInt8], signingKey: String, at now: UnixTime) -> Rotation {
        Rotation(
            generation: generation + 1, hash: successor, previousHash: hash, rotatedAt: now, signingKey: signingKey)
    }
}
