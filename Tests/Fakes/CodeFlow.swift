import Crypto
import Foundation
import Models
import Synchronization

/// The web page and the token endpoint of an OpenID provider (OpenID Connect Core 1.0, section 3.1). Every visitor is signed in
/// at once. It checks requests as strictly as real providers.
public final class CodeFlow: Sendable {
    public enum Fault: Hashable, Sendable {
        case none
        case denied
        case pageError(String)
        /// The answer contains this issuer; nil for none.
        case answerOf(String?)
        case tokens(UInt, String)
        case noTokens
        case userInfo(UInt, String)
        case noUserInfo
    }

    public struct Script: Sendable {
        public var subject = "canary-6b1f0c52"
        public var fault = Fault.none
        /// Seconds since 1970.
        public var now: Int64
        /// Changes the identity token before it is signed.
        public var change: @Sendable (inout TokenDraft) -> Void = { _ in }
        public var key: IssuerKey?
        /// Whether clients send their secret in the body, not in the header.
        public var takesSecretInBody = false
        /// Whether a name or an address is sent only in a posted form, as Apple does.
        public var answersByForm = false
        public var refreshToken: String?
        /// Further claims at its UserInfo endpoint, as JSON.
        public var userInfo: [String: String] = [:]
    }

    private struct Grant {
        let redirectURI: String
        let challenge: String
        let nonce: String
    }

    private struct State {
        var script: Script
        var grants: [String: Grant] = [:]
        var count = 0
        var exchanges = 0
        var userInfoReadings = 0
        var lastForm: [String: String] = [:]
    }

    public static let appAddress = "com.example.app:/signed-in"
    public static let clientID = "balise-at-the-provider"
    public static let secret = "of the provider: 50 %"
    public static let accessToken = "an access token"

    private let hasSecret: Bool
    private let state: Mutex<State>

    init(hasSecret: Bool) {
        self.hasSecret = hasSecret
        state = Mutex(State(script: Script(now: OpenIDIssuer.secondsNow())))
    }

    public func script(_ change: (inout Script) -> Void) { state.withLock { change(&$0.script) } }

    public var exchanges: Int { state.withLock { $0.exchanges } }

    public var lastForm: [String: String] { state.withLock { $0.lastForm } }
    public var userInfoReadings: Int { state.withLock { $0.userInfoReadings } }

    // MARK: The web page

    /// The page's redirection for `query`; nil for an invalid one.
    public func answer(_ query: String, of issuer: String) -> String? {
        let asked = CodeFlow.parameters(query)
        guard asked["response_type"] == "code", asked["client_id"] == CodeFlow.clientID, let state = asked["state"],
            asked["code_challenge_method"] == "S256", let challenge = asked["code_challenge"],
            let redirectURI = asked["redirect_uri"], let nonce = asked["nonce"],
            asked["scope"]?.split(separator: " ").contains("openid") == true
        else { return nil }
        return self.state.withLock { present in
            let scopes = Set((asked["scope"] ?? "").split(separator: " "))
            if present.script.answersByForm, !scopes.isDisjoint(with: ["email", "name"]),
                asked["response_mode"] != "form_post"
            {
                return nil
            }
            var answer = ["state": state, "iss": issuer]
            switch present.script.fault {
            case .denied: answer["error"] = "access_denied"
            case .pageError(let error): answer["error"] = error
            default:
                present.count += 1
                let code = "code-\(present.count)"
                present.grants[code] = Grant(redirectURI: redirectURI, challenge: challenge, nonce: nonce)
                answer["code"] = code
            }
            if case .answerOf(let other) = present.script.fault { answer["iss"] = other }
            var parts = URLComponents()
            parts.queryItems = answer.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) }
            return redirectURI + (parts.string ?? "")
        }
    }

    public static func parameters(_ text: String) -> [String: String] {
        var parts = URLComponents()
        parts.percentEncodedQuery = text.replacingOccurrences(of: "+", with: "%20")
        let items = parts.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { first, _ in first })
    }

    // MARK: The token endpoint

    func tokens(_ form: String, _ authorization: String?, of issuer: OpenIDIssuer) -> FakeHTTPReply {
        let asked = CodeFlow.parameters(form)
        let script = state.withLock { state in
            state.exchanges += 1
            state.lastForm = asked
            return state.script
        }
        switch script.fault {
        case .tokens(let status, let body): return .json(status, body)
        case .noTokens: return .silence
        default: break
        }
        guard isClient(asked, authorization, inBody: script.takesSecretInBody) else {
            return .json(401, #"{"error":"invalid_client"}"#)
        }
        let grant = state.withLock { state in asked["code"].flatMap { state.grants.removeValue(forKey: $0) } }
        guard let grant, asked["grant_type"] == "authorization_code", asked["redirect_uri"] == grant.redirectURI,
            let verifier = asked["code_verifier"], CodeFlow.challenge(of: verifier) == grant.challenge
        else { return .json(400, #"{"error":"invalid_grant"}"#) }
        var draft = issuer.draft(for: script.subject, at: script.now)
        draft.claims["aud"] = TokenDraft.text(CodeFlow.clientID)
        draft.claims["nonce"] = TokenDraft.text(grant.nonce)
        let key = script.key ?? issuer.key
        draft.claims["at_hash"] = TokenDraft.text(CodeFlow.accessTokenHash(for: key.algorithm))
        script.change(&draft)
        guard let token = try? draft.signed(by: key) else { return .json(500, "") }
        var members = [
            "access_token": TokenDraft.text(CodeFlow.accessToken), "token_type": #""Bearer""#, "expires_in": "60",
            "id_token": TokenDraft.text(token),
        ]
        members["refresh_token"] = script.refreshToken.map(TokenDraft.text)
        return .json(200, TokenDraft.object(members), cacheControl: "no-store")
    }

    /// The left half of the access token's hash (OpenID Connect Core 1.0, section 3.1.3.6).
    private static func accessTokenHash(for algorithm: String) -> String {
        let token = Data(accessToken.utf8)
        let hash: [UInt8] =
            switch algorithm.suffix(3) {
            case "256": Array(SHA256.hash(data: token))
            case "384": Array(SHA384.hash(data: token))
            default: Array(SHA512.hash(data: token))
            }
        return base64URL(hash.prefix(hash.count / 2))
    }

    // MARK: The UserInfo endpoint

    func userInfo(_ authorization: String?) -> FakeHTTPReply {
        let script = state.withLock { state in
            state.userInfoReadings += 1
            return state.script
        }
        switch script.fault {
        case .userInfo(let status, let body): return .json(status, body)
        case .noUserInfo: return .silence
        default: break
        }
        guard authorization == "Bearer \(CodeFlow.accessToken)" else {
            return .json(401, #"{"error":"invalid_token"}"#)
        }
        let members = ["sub": TokenDraft.text(script.subject)].merging(script.userInfo) { $1 }
        return .json(200, TokenDraft.object(members))
    }

    private func isClient(_ asked: [String: String], _ authorization: String?, inBody: Bool) -> Bool {
        guard hasSecret else { return asked["client_id"] == CodeFlow.clientID && authorization == nil }
        if inBody {
            return asked["client_id"] == CodeFlow.clientID && asked["client_secret"] == CodeFlow.secret
                && authorization == nil
        }
        let secret = CodeFlow.secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let pair = Data("\(CodeFlow.clientID):\(secret)".utf8).base64EncodedString()
        return authorization == "Basic \(pair)" && asked["client_secret"] == nil
    }

    /// The challenge of a verifier (RFC 7636, section 4.2).
    public static func challenge(of verifier: String) -> String { base64URL(SHA256.hash(data: Data(verifier.utf8))) }
}
