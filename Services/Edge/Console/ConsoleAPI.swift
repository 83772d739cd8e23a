import BaliseAPI
import HTTPTypes
import Logging
import Models
import OperatorAPI
import ServiceRuntime
import ServiceSettings

/// The console for operators. `/console/api` serves the calls of the operations port, with the same handlers, roles and
/// audit. A request needs the session's cookie and a header field that a page of another origin cannot set; a change needs
/// the console's origin (Fetch, section 3.2). For pictures see `checkPicture`, for names `checkHost`.
struct ConsoleAPI: API {
    static let root = "/console"
    /// `X-Requested-With` of the page's requests.
    static let marker = "BaliseConsole"

    let name = "console"
    let routes = ConsoleRoutes.all
    let operations: OperationsAPI
    let sessions: ConsoleSessions
    let serverName: String
    let tiles: MapTiles?
    let origin: String?

    init(_ operations: OperationsAPI, origin: String?, serverName: String, tiles: MapTiles? = nil) {
        self.operations = operations
        sessions = operations.console
        self.origin = origin
        self.serverName = serverName
        self.tiles = tiles
    }

    func covers(_ path: String) -> Bool {
        path == ConsoleAPI.root || path.utf8.starts(with: "\(ConsoleAPI.root)/".utf8)
    }

    func wantsBody(_ headers: RequestHeaders) -> Bool { MediaType(headers.contentType).kind == .json }

    func answer(_ request: EdgeRequest, by route: Route<ConsoleHandler>) async throws(EdgeError) -> Answer {
        try checkHost(request)
        switch route.handler {
        case .file(let answer): return try answer(request, self)
        case .session(let answer):
            try checkPage(request)
            return try await answer(request, self).unstored
        case .picture(let answer):
            try checkPicture(request)
            _ = try await caller(of: request, for: OperatorCalls.viewers)
            return try await answer(request, self).unstored
        case .operation(let call):
            try checkPage(request)
            let caller = try await caller(of: request, for: call.audience)
            let asking = request.withoutBody
            return try await operations.answer(request, by: call, caller) { () async throws(EdgeError) in
                _ = try await self.caller(of: asking, for: call.audience)
            }
        }
    }

    func caller(
        of request: EdgeRequest, for audience: APIAudience?
    ) async throws(EdgeError) -> OperatorAccess.Caller {
        let session = try session(of: request)
        let scopes = audience == .anybody ? OperatorCalls.viewers.scopes : audience?.scopes ?? []
        do throws(EdgeError) {
            if case .passkey(let secret, _, _) = session.credential {
                return try await operations.judge(secret, for: request, scopes)
            }
            return try await operations.access.caller(session.credential, of: request, scopes)
        } catch {
            // The key is revoked or expired, so the session ends too.
            if error.status == .unauthorized { _ = sessions.end(id: session.id) }
            throw error
        }
    }

    /// Whether browsers reach the console over https.
    var isSecure: Bool { origin?.hasPrefix("https:") == true }

    /// The session's, from the cookie.
    func secret(in request: EdgeRequest) -> SecretText? {
        BrowserCookie.console.value(in: request.headers, isSecure: isSecure)
    }

    func session(of request: EdgeRequest) throws(EdgeError) -> ConsoleSessions.Session {
        guard let secret = secret(in: request), let session = sessions.session(secret) else {
            throw EdgeError(
                .authenticationRequired,
                "you are not signed in, or your session has ended; `balise console` prints a link")
        }
        return session
    }

    func render(_ error: EdgeError, method: HTTPRequest.Method, path: String) -> Answer {
        var answer = operations.render(error, method: method, path: path)
        // A browser would ask for a password, but the console has none.
        answer.fields.removeAll { $0.name == .wwwAuthenticate }
        answer.fields += PageRenderer.fields
        return answer
    }
}

extension OperatorAccess {
    func caller(
        _ credential: ConsoleCredential, of request: EdgeRequest, _ scopes: [APIKeyScope]
    ) async throws(EdgeError) -> Caller {
        switch credential {
        case .operatorToken: return .operatorToken
        case .operatorKey: return .operatorKey
        // Links are never made with a passkey.
        case .passkey: throw EdgeError(.authenticationRequired, "send the API key itself")
        case .apiKey(let key, _, _):
            let principal = try await authorize(request.showing(apiKey: key.value), scopes)
            return .apiKey(principal, showing: .apiKey(key))
        }
    }
}

extension OperationsAPI {
    /// Not cached: if auth-session is unreachable, no operator gets in.
    func judge(
        _ secret: SecretText, for request: EdgeRequest, _ scopes: [APIKeyScope]
    ) async throws(EdgeError) -> OperatorAccess.Caller {
        let call = call(request, named: "JudgeAPIKey", by: .healthCheck)
        let principal = try await call.send(JudgeAPIKey(secret: secret))
        guard scopes.contains(where: principal.scopes.contains) else {
            throw EdgeError(.forbidden, "this needs an API key with the scope \(scopes.first?.rawValue ?? "")")
        }
        return .apiKey(principal, showing: .passkey(secret))
    }
}
