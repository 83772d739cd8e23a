import BaliseAPI
import HTTPTypes
import Models

/// Token exchange, introspection, revocation and back-channel logout under `/oauth/`, and well-known documents. For
/// programs, not for pages. Errors as in RFC 6749, section 5.2.
struct OAuthAPI: API {
    let name = "oauth"
    let routes: [Route<OAuthHandler>] = OAuthRoutes.all

    private let oauth: OAuthContext

    init(_ oauth: OAuthContext) { self.oauth = oauth }

    func covers(_ path: String) -> Bool {
        path.utf8.starts(with: "/.well-known/".utf8) || path.utf8.starts(with: "/oauth/".utf8)
    }

    /// Every path refuses a body that is too large.
    func wantsBody(_ headers: RequestHeaders) -> Bool { true }

    func answer(_ request: EdgeRequest, by route: Route<OAuthHandler>) async throws(EdgeError) -> Answer {
        let call = OAuthCall(request: request, oauth: oauth)
        switch route.handler {
        case .anybody(let handle): return try await handle(call)
        case .apiKey(let handle):
            guard let scope = route.audience?.scopes.first else { throw EdgeError(.internalFailure, "") }
            try await call.authorizeProgram(scope)
            return try await handle(call)
        }
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
        // The characters that RFC 6749 allows here.
        return String(
            decoding: text.utf8.filter { (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }, as: UTF8.self)
    }
}
