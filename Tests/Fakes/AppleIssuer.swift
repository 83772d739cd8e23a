import Crypto
public import Foundation
import Synchronization

public final class AppleIssuer: FakeProvider {
    public typealias Fault = ProviderFault

    public struct Call: Sendable {
        public let path: String
        public let form: [String: String]
    }

    private struct State {
        var fault = Fault.none
        var cacheControl: String?
        var keyReadings = 0
        var calls: [Call] = []
        var key: IssuerKey
        var keyID: String
        var generation = 1
    }

    public static let audience = "com.example.familysync"
    public static let issuer = "https://appleid.apple.com"

    public let port: Int
    private let state: Mutex<State>

    public static func run(_ body: (AppleIssuer) async throws -> Void) async throws {
        try await run(AppleIssuer.init(port:), body)
    }

    private init(port: Int) throws {
        self.port = port
        state = Mutex(State(key: try .firstRSA(), keyID: "apple-key-1"))
    }

    /// The values for the settings `apple.keysUrl` and `apple.authUrl`.
    public var keysURL: URL { loopbackURL(port, "/auth/keys") }
    public var authURL: URL { loopbackURL(port) }

    // MARK: For tests

    public var keyReadings: Int { state.withLock { $0.keyReadings } }
    public var calls: [Call] { state.withLock { $0.calls } }
    public var key: IssuerKey { state.withLock { $0.key } }
    public var keyID: String { state.withLock { $0.keyID } }

    public func fail(_ fault: Fault) { state.withLock { $0.fault = fault } }
    public func setCacheControl(_ value: String?) { state.withLock { $0.cacheControl = value } }

    /// Signs with a new key from now on, and serves no other.
    public func rotate(to key: IssuerKey? = nil) throws {
        let next = try key ?? .newRSA()
        state.withLock { state in
            state.generation += 1
            state.key = next
            state.keyID = "apple-key-\(state.generation)"
        }
    }

    // MARK: Tokens

    /// - Parameters:
    ///   - nonce: Raw; the token contains its SHA-256.
    ///   - now: Seconds since 1970.
    public func draft(for user: String, nonce: String? = nil, at now: Int64 = AppleIssuer.secondsNow()) -> TokenDraft {
        let id = keyID
        var claims = [
            "iss": TokenDraft.text(AppleIssuer.issuer), "aud": TokenDraft.text(AppleIssuer.audience),
            "sub": TokenDraft.text(user), "iat": "\(now)", "exp": "\(now + 86_400)", "auth_time": "\(now)",
            "nonce_supported": "true",
        ]
        if let nonce {
            let digits = SHA256.hash(data: Data(nonce.utf8)).map { byte in
                let digits = String(byte, radix: 16)
                return byte < 16 ? "0" + digits : digits
            }
            claims["nonce"] = TokenDraft.text(digits.joined())
        }
        return TokenDraft(header: ["alg": TokenDraft.text(key.algorithm), "kid": TokenDraft.text(id)], claims: claims)
    }

    public func token(for user: String, nonce: String? = nil, at now: Int64 = AppleIssuer.secondsNow()) throws -> String
    {
        try draft(for: user, nonce: nonce, at: now).signed(by: key)
    }

    /// A server-to-server notification, with its event as an object or as a text.
    /// - Parameters:
    ///   - now: Seconds since 1970.
    ///   - moment: The time of the user's decision; nil for now.
    ///   - inSeconds: Whether that time is in seconds, as in Apple's examples.
    public func notification(
        _ type: String, of user: String, asText: Bool = false, at now: Int64 = AppleIssuer.secondsNow(),
        decidedAt moment: Int64? = nil, inSeconds: Bool = false
    ) throws -> String {
        let time = (moment ?? now) * (inSeconds ? 1 : 1000)
        let event = #"{"type":\#(TokenDraft.text(type)),"sub":\#(TokenDraft.text(user)),"event_time":\#(time)}"#
        var draft = draft(for: user, at: now)
        draft.claims = [
            "iss": TokenDraft.text(AppleIssuer.issuer), "aud": TokenDraft.text(AppleIssuer.audience), "iat": "\(now)",
            "jti": TokenDraft.text("notification-\(now)"), "events": asText ? TokenDraft.text(event) : event,
        ]
        return try draft.signed(by: key)
    }

    public static func secondsNow() -> Int64 { Int64(Date().timeIntervalSince1970) }

    // MARK: Answering

    func reply(to path: String, _ body: String, authorization: String?) -> FakeHTTPReply {
        state.withLock { state in
            if path == "/auth/keys" { state.keyReadings += 1 }
            if let reply = state.fault.reply { return reply }
            switch path {
            case "/auth/keys":
                if case .keys(let json) = state.fault { return .json(200, json, cacheControl: state.cacheControl) }
                guard let jwk = try? state.key.jwk(named: state.keyID) else { return .json(500, "") }
                return .json(200, #"{"keys":[\#(jwk)]}"#, cacheControl: state.cacheControl)
            case "/auth/token", "/auth/revoke", "/auth/usermigrationinfo":
                let call = Call(path: path, form: CodeFlow.parameters(body))
                state.calls.append(call)
                return AppleIssuer.answer(call, authorization, by: state.key)
            default: return .json(404, "")
            }
        }
    }

    /// A code is the id of its Apple user.
    private static func answer(_ call: Call, _ authorization: String?, by key: IssuerKey) -> FakeHTTPReply {
        let shown = call.form["code"] ?? call.form["refresh_token"] ?? call.form["token"] ?? ""
        if shown.hasPrefix("old") || shown.hasPrefix("refresh-ended") {
            return .json(400, #"{"error":"invalid_grant"}"#)
        }
        switch (call.path, call.form["grant_type"]) {
        case ("/auth/token", "client_credentials"):
            guard call.form["scope"] == "user.migration" else { return .json(400, "") }
            return .json(200, #"{"access_token":"\#(migrationAccess)","token_type":"Bearer"}"#)
        case ("/auth/token", "refresh_token"):
            let draft = TokenDraft(
                header: ["alg": TokenDraft.text(key.algorithm)],
                claims: ["sub": TokenDraft.text(String(shown.dropFirst("refresh-".count)))])
            guard let token = try? draft.signed(by: key) else { return .json(500, "") }
            return .json(200, #"{"access_token":"a","id_token":"\#(token)"}"#)
        case ("/auth/token", _):
            let tokens =
                #"{"access_token":"a","token_type":"Bearer","expires_in":3600,"refresh_token":"refresh-\#(shown)"}"#
            return .json(200, tokens)
        case ("/auth/usermigrationinfo", _):
            guard authorization == "Bearer \(migrationAccess)", let user = call.form["sub"],
                let team = call.form["target"]
            else { return .json(400, #"{"error":"invalid_request"}"#) }
            return .json(200, #"{"transfer_sub":\#(TokenDraft.text(transferID(of: user, to: team)))}"#)
        default: return .json(200, "")
        }
    }

    private static let migrationAccess = "access-for-migration"

    /// Apple's id of a user for the app's new team.
    public static func transferID(of user: String, to team: String) -> String { "transfer.\(user).\(team)" }
}
