import Crypto
public import Foundation
import Synchronization

public final class OpenIDIssuer: FakeProvider {
    private struct State {
        var fault = ProviderFault.none
        var cacheControl: String?
        var keyReadings = 0
        var discoveryReadings = 0
        /// Other served keys, as JSON Web Keys.
        var otherKeys: [String] = []
        var key: IssuerKey
        var keyID = "key-1"
        /// Whether the keys in its key set have ids.
        var namesKeys = true
        var keyMembers: [String: String] = [:]
        var documentMembers: [String: String] = [:]
        var tenant = OpenIDIssuer.firstTenant
        var generation = 1
        var logouts = 0
    }

    public static let audience = "ecovelo-breizhgo"
    public static let firstTenant = "9188040d-6c67-4c5b-b112-36a304b66dad"

    public let port: Int
    public let codeFlow: CodeFlow
    /// Whether it has tenants like Microsoft Entra, each with its own issuer.
    private let hasTenants: Bool
    private let state: Mutex<State>

    /// - Parameters:
    ///   - key: The first signing key; nil for an RSA key.
    ///   - hasTenants: Whether each of its tenants has its own issuer.
    public static func run(
        key: IssuerKey? = nil, hasSecret: Bool = true, hasTenants: Bool = false,
        _ body: (OpenIDIssuer) async throws -> Void
    ) async throws {
        try await run({ try OpenIDIssuer(port: $0, key: key, hasSecret: hasSecret, hasTenants: hasTenants) }, body)
    }

    private init(port: Int, key: IssuerKey?, hasSecret: Bool, hasTenants: Bool) throws {
        (self.port, self.hasTenants) = (port, hasTenants)
        codeFlow = CodeFlow(hasSecret: hasSecret)
        state = Mutex(State(key: try key ?? .firstRSA()))
    }

    private var origin: String { "http://127.0.0.1:\(port)" }
    public var issuer: String { origin + (hasTenants ? "/{tenantid}/v2.0" : "") }
    public var presentIssuer: String { issuer(of: state.withLock { $0.tenant }) }
    public func issuer(of tenant: String) -> String { issuer.replacingOccurrences(of: "{tenantid}", with: tenant) }
    public var keysURL: URL { loopbackURL(port, "/jwks") }
    public var discoveryURL: URL { loopbackURL(port, "/.well-known/openid-configuration") }

    public func configuration(
        named name: String, programs: [String] = ["breizhgo"], more: [String: String] = [:]
    ) -> String {
        var lines = [
            "issuers:", "  \(name):", "    issuer: \(issuer)", "    audiences: [\(OpenIDIssuer.audience)]",
            "    programs: [\(programs.joined(separator: ", "))]",
        ]
        lines += ["    clientId: \(CodeFlow.clientID)", "    clientSecret: '\(CodeFlow.secret)'"]
        lines += more.sorted { $0.key < $1.key }.map { "    \($0.key): \($0.value)" }
        lines += ["oauth: {redirectUris: ['\(CodeFlow.appAddress)']}"]
        return lines.joined(separator: "\n") + "\n"
    }

    // MARK: For tests

    public var keyReadings: Int { state.withLock { $0.keyReadings } }
    public var discoveryReadings: Int { state.withLock { $0.discoveryReadings } }
    public var key: IssuerKey { state.withLock { $0.key } }
    public var keyID: String { state.withLock { $0.keyID } }

    public func fail(_ fault: ProviderFault) { state.withLock { $0.fault = fault } }
    public func setCacheControl(_ value: String?) { state.withLock { $0.cacheControl = value } }

    /// Signs with a new key from now on (ES256 by default), and serves no other unless `keepingOld`.
    public func rotate(to key: IssuerKey? = nil, named name: String? = nil, keepingOld: Bool = false) throws {
        let next = key ?? .p256(.init())
        try state.withLock { state in
            if keepingOld, let old = try state.key.jwk(named: state.keyID) { state.otherKeys.append(old) }
            state.generation += 1
            state.key = next
            state.keyID = name ?? "key-\(state.generation)"
        }
    }

    public func leaveKeysUnnamed() { state.withLock { $0.namesKeys = false } }
    public func describeKeys(_ members: [String: String]) { state.withLock { $0.keyMembers = members } }
    public func announce(_ members: [String: String]) { state.withLock { $0.documentMembers = members } }
    public func serve(tenant: String) { state.withLock { $0.tenant = tenant } }

    // MARK: Tokens

    /// - Parameters:
    ///   - now: Seconds since 1970.
    ///   - lifetime: In seconds.
    public func draft(
        for subject: String, session: String? = nil, at now: Int64 = OpenIDIssuer.secondsNow(), lifetime: Int64 = 3600
    ) -> TokenDraft {
        let (key, id, tenant) = state.withLock { ($0.key, $0.keyID, $0.tenant) }
        var claims = [
            "iss": TokenDraft.text(presentIssuer), "aud": TokenDraft.text(OpenIDIssuer.audience),
            "sub": TokenDraft.text(subject), "iat": "\(now)", "exp": "\(now + lifetime)",
        ]
        if let session { claims["sid"] = TokenDraft.text(session) }
        if hasTenants { claims["tid"] = TokenDraft.text(tenant) }
        return TokenDraft(
            header: [
                "alg": TokenDraft.text(key.algorithm), "kid": TokenDraft.text(id), "typ": TokenDraft.text("JWT"),
            ], claims: claims)
    }

    public func token(
        for subject: String, session: String? = nil, at now: Int64 = OpenIDIssuer.secondsNow(), lifetime: Int64 = 3600,
        claims: [String: String] = [:]
    ) throws -> String {
        var draft = draft(for: subject, session: session, at: now, lifetime: lifetime)
        draft.claims.merge(claims) { $1 }
        return try draft.signed(by: key)
    }

    /// An unsigned logout token (OpenID Connect Back-Channel Logout 1.0, section 2.4).
    public func logoutDraft(
        subject: String?, session: String?, audience: String = OpenIDIssuer.audience,
        at now: Int64 = OpenIDIssuer.secondsNow()
    ) -> TokenDraft {
        let (key, id, tenant, number) = state.withLock { state in
            state.logouts += 1
            return (state.key, state.keyID, state.tenant, state.logouts)
        }
        var claims = [
            "iss": TokenDraft.text(presentIssuer), "aud": TokenDraft.text(audience), "iat": "\(now)",
            "exp": "\(now + 120)", "jti": TokenDraft.text("logout-\(number)"),
            "events": #"{"http://schemas.openid.net/event/backchannel-logout":{}}"#,
        ]
        if let subject { claims["sub"] = TokenDraft.text(subject) }
        if let session { claims["sid"] = TokenDraft.text(session) }
        if hasTenants { claims["tid"] = TokenDraft.text(tenant) }
        return TokenDraft(
            header: [
                "alg": TokenDraft.text(key.algorithm), "kid": TokenDraft.text(id),
                "typ": TokenDraft.text("logout+jwt"),
            ], claims: claims)
    }

    public func logoutToken(
        subject: String? = nil, session: String? = nil, audience: String = OpenIDIssuer.audience,
        at now: Int64 = OpenIDIssuer.secondsNow()
    ) throws -> String {
        try logoutDraft(subject: subject, session: session, audience: audience, at: now).signed(by: key)
    }

    public static func secondsNow() -> Int64 { Int64(Date().timeIntervalSince1970) }

    // MARK: Answering

    func reply(to path: String, _ body: String, authorization: String?) -> FakeHTTPReply {
        let parts = path.split(separator: "?", maxSplits: 1).map(String.init)
        switch parts.first {
        case "/authorize":
            guard let place = codeFlow.answer(parts.count > 1 ? parts[1] : "", of: issuer) else {
                return .json(400, "")
            }
            return .redirect(place)
        case "/token": return codeFlow.tokens(body, authorization, of: self)
        case "/userinfo": return codeFlow.userInfo(authorization)
        default: return reply(to: path, body)
        }
    }

    func reply(to path: String, _ body: String) -> FakeHTTPReply {
        let standardMembers = standardMembers
        return state.withLock { state in
            switch path {
            case "/jwks": state.keyReadings += 1
            case "/.well-known/openid-configuration": state.discoveryReadings += 1
            default: return .json(404, "")
            }
            if let reply = state.fault.reply { return reply }
            switch (path, state.fault) {
            case ("/jwks", .keys(let json)), ("/.well-known/openid-configuration", .discovery(let json)):
                return .json(200, json, cacheControl: state.cacheControl)
            case ("/jwks", _):
                guard let jwk = try? state.key.jwk(named: state.namesKeys ? state.keyID : nil, more: state.keyMembers)
                else { return .json(500, "") }
                let keys = (state.otherKeys + [jwk]).joined(separator: ",")
                return .json(200, #"{"keys":[\#(keys)]}"#, cacheControl: state.cacheControl)
            default:
                let document = TokenDraft.object(standardMembers.merging(state.documentMembers) { $1 })
                return .json(200, document)
            }
        }
    }

    private var standardMembers: [String: String] {
        let addresses = [
            "issuer": issuer, "jwks_uri": keysURL.absoluteString, "authorization_endpoint": "\(origin)/authorize",
            "token_endpoint": "\(origin)/token",
        ]
        return addresses.mapValues(TokenDraft.text).merging([
            "response_types_supported": #"["code"]"#,
            "authorization_response_iss_parameter_supported": hasTenants ? "false" : "true",
        ]) { $1 }
    }

    public var userInfoEndpoint: [String: String] { ["userinfo_endpoint": TokenDraft.text("\(origin)/userinfo")] }
}
