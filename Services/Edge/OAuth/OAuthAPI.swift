import BaliseAPI
import HTTPTypes
import Models
import ServiceRuntime
import ServiceSettings

/// Token exchange, introspection, revocation and back-channel logout under `/oauth/`, and well-known documents. The API
/// is for programs, not for pages. Its errors follow RFC 6749, section 5.2.
struct OAuthAPI: API {
    typealias Answering = @Sendable (OAuthCall) async throws(EdgeError) -> Answer

    let name = "oauth"
    let routes: [Route<Answering>] = OAuthRoutes.all
    private let oauth: OAuthContext

    init(_ oauth: OAuthContext) { self.oauth = oauth }

    func covers(_ path: String) -> Bool {
        path.utf8.starts(with: "/.well-known/".utf8) || path.utf8.starts(with: "/oauth/".utf8)
    }

    /// Always true, so that every path refuses a body that is too large.
    func wantsBody(_ headers: RequestHeaders) -> Bool { true }

    func answer(_ request: EdgeRequest, by route: Route<Answering>) async throws(EdgeError) -> Answer {
        let call = OAuthCall(request: request, oauth: oauth)
        switch route.audience {
        case .apiKey(let scopes)?:
            guard let scope = scopes.first else { throw EdgeError(.internalFailure, "") }
            try await call.authorizeProgram(scope)
        // The standards authorize these calls by the content of the body.
        case .anybody?: break
        default: throw EdgeError(.internalFailure, "")
        }
        return try await route.handler(call)
    }

    func render(_ error: EdgeError, method: HTTPRequest.Method, path: String) -> Answer {
        let code = error.code.saysMoreThanOAuth ? error.code.rawValue : nil
        let body = OAuthErrorResponse(
            error: error.kind ?? error.code.nameInOAuth.rawValue, errorDescription: description(of: error), code: code,
            title: code?.lowercased())
        var answer = Answer.body(body, status: error.status)
        answer.fields = error.fields + [.noStore]
        return answer
    }

    private func description(of error: EdgeError) -> String {
        let text = error.message.isEmpty ? error.status.reasonPhrase : error.message
        // RFC 6749 allows only these characters in the description.
        return String(
            decoding: text.utf8.filter { (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }, as: UTF8.self)
    }
}

struct OAuthCall: Sendable {
    let request: EdgeRequest
    let oauth: OAuthContext

    func form<Body: OAuthFormRequest>(of type: Body.Type) throws(EdgeError) -> OAuthForm<Body> {
        try OAuthForm(request)
    }

    func send<R: ServiceRequest>(_ message: R) async throws(EdgeError) -> R.Reply {
        try await oauth.parts.services.ask(message, request.context)
    }

    /// Sends a message with a secret. After too many wrong secrets from this address, the next wrong secret gets a 429;
    /// the right secret still works. An expired token is not wrong, because an app may send it often.
    func sendSecret<R: ServiceRequest>(_ message: R, wrong: ErrorCode = .invalidToken) async throws(EdgeError)
        -> R.Reply
    {
        try await verified(wrong: wrong) { () async throws(EdgeError) in try await send(message) }
    }

    func verified<T: Sendable>(
        wrong: ErrorCode = .invalidToken, _ body: () async throws(EdgeError) -> T
    ) async throws(EdgeError) -> T {
        try await oauth.parts.attempts.verified(.token, from: request.address, isWrong: { $0.code == wrong }, body)
    }

    func seconds(until end: UnixTime) -> Int64 { max(0, (end.rawValue - oauth.parts.clock.now().rawValue) / 1000) }
}

struct OAuthContext: Sendable {
    let parts: APIParts
    private let issuer: String
    let ownAddress: EdgeAddress
    /// The audiences for tokens, apart from Balise itself.
    private let audiences: [String]
    /// Whether the settings name identity providers. Without providers, their tokens are unknown.
    let hasIssuers: Bool

    init(_ parts: APIParts, settings: Settings) {
        self.parts = parts
        issuer = settings.sessions.issuer
        ownAddress = EdgeAddress(settings.http)
        audiences = settings.oauth.audiences
        hasIssuers = !settings.issuers.isEmpty
    }

    /// Returns the issuer (RFC 8414, section 2): that of the tokens if it is an address, else the edge's address.
    func issuer(for request: EdgeRequest) throws(EdgeError) -> String {
        let isAddress = issuer.hasPrefix("https://") || issuer.hasPrefix("http://")
        return isAddress ? issuer : try ownAddress.text(for: request)
    }

    /// Returns the audience that the request names; nil for Balise itself, under any of its names.
    func audience(_ named: String?, _ request: EdgeRequest) throws(EdgeError) -> String? {
        guard let named, named != issuer, named != (try issuer(for: request)) else { return nil }
        return named
    }

    /// Whether an exchange may name this audience. If not, that is the reason of the refusal.
    func knows(audience: String?) -> Bool { audience.map(audiences.contains) ?? true }
}

/// The error names of RFC 6749 (sections 4.1.2.1 and 5.2), RFC 7009 (section 2.2.1) and RFC 8693 (section 2.2.2).
enum OAuthErrorName: String, Sendable {
    case accessDenied = "access_denied"
    case invalidClient = "invalid_client"
    case invalidGrant = "invalid_grant"
    case invalidRequest = "invalid_request"
    case invalidScope = "invalid_scope"
    case invalidTarget = "invalid_target"
    case serverError = "server_error"
    case temporarilyUnavailable = "temporarily_unavailable"
    case unsupportedGrantType = "unsupported_grant_type"
    case unsupportedTokenType = "unsupported_token_type"
}

extension EdgeError {
    static func oauth(_ name: OAuthErrorName, _ message: String) -> EdgeError {
        EdgeError(.invalidRequest, message).named(name)
    }

    func named(_ name: OAuthErrorName) -> EdgeError {
        var error = self
        error.kind = name.rawValue
        error.status = .badRequest
        return error
    }
}

extension ErrorCode {
    var nameInOAuth: OAuthErrorName {
        switch self {
        case .invalidRequest, .notFound, .methodNotAllowed, .conflict, .duplicate, .payloadTooLarge,
            .unsupportedMediaType, .phoneNotVerified:
            .invalidRequest
        case .authenticationRequired: .invalidClient
        case .wrongCredentials, .tokenExpired, .invalidToken, .accountGone, .codeMismatch, .codeExpired: .invalidGrant
        case .forbidden, .signInTooOld, .erasurePending, .secondStepNeeded: .accessDenied
        case .rateLimited, .overloaded, .unavailable, .timedOut: .temporarilyUnavailable
        case .internalFailure: .serverError
        }
    }

    /// Whether the answer includes the code, because apps need more than the standard's name.
    var saysMoreThanOAuth: Bool {
        switch self {
        case .tokenExpired, .invalidToken, .accountGone, .phoneNotVerified, .forbidden, .erasurePending, .signInTooOld,
            .secondStepNeeded:
            true
        default: false
        }
    }
}
