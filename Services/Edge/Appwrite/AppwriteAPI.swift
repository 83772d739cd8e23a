// The Appwrite API: its paths, and what it answers where no route does.

import HTTPTypes
import Models
import ServiceRuntime
import ServiceSettings

/// Appwrite's account API under `/v1/account`, and the one collection of documents that its app keeps with an account.
///
/// Callers are known by cookies, which count on these paths only, so a browser's request from a foreign page is refused
/// where it would change something.
struct AppwriteAPI: API {
    /// What the paths of all routes begin with.
    static let root = "/v1/"

    let name = "appwrite"
    let routes: [Route<AppwriteHandler>] = AppwriteRoutes.all
    let crossOrigin: CrossOrigin
    let appwrite: AppwriteContext

    init(_ appwrite: AppwriteContext) {
        self.appwrite = appwrite
        crossOrigin = CrossOrigin(
            appwrite.settings.allowedOrigins, withCredentials: true, accepting: AppwriteAPI.acceptedHeaders,
            exposing: AppwriteAPI.exposedHeaders)
    }

    func covers(_ path: String) -> Bool {
        ["/v1/account", "/v1/databases"].contains { path == $0 || path.utf8.starts(with: ($0 + "/").utf8) }
    }

    /// Of Appwrite's API there is more than what is served here; an app that calls it is to read the refusal.
    func claims(_ path: String, _ headers: RequestHeaders) -> Bool {
        headers.appwriteProject != nil
            && (path == "/v1" || path.utf8.starts(with: AppwriteAPI.root.utf8) || lacksRoot(path))
    }

    /// Whether a path is Appwrite's but for its root, as an SDK calls it whose endpoint does not end with that.
    private func lacksRoot(_ path: String) -> Bool {
        guard path.first == "/" else { return false }
        return AppwriteAPI.services.contains(String(path.dropFirst().prefix { $0 != "/" }))
    }

    /// What the paths of Appwrite's services begin with, behind the root.
    private static let services: Set = [
        "account", "avatars", "databases", "functions", "graphql", "health", "locale", "messaging", "ping", "storage",
        "tablesdb", "teams", "users",
    ]

    /// What people use this API for is nobody's business.
    var namesClients: Bool { false }

    /// JSON. A body that does not say what it is is taken for JSON; one client sends an empty type where there is none.
    func wantsBody(_ headers: RequestHeaders) -> Bool {
        headers.contentType.map { $0.isEmpty || MediaType($0).kind == .json } ?? true
    }

    func answer(_ request: EdgeRequest, by route: Route<AppwriteHandler>) async throws(EdgeError) -> Answer {
        if let project = request.headers.appwriteProject, project != appwrite.settings.project {
            throw .appwrite(.projectNotFound)
        }
        guard route.method == .get || mayChange(request.headers.origin) else { throw .appwrite(.unknownOrigin) }
        let call = AppwriteCall(request, appwrite)
        var answer: Answer
        switch route.handler {
        case .anybody(let handle): answer = try await handle(call)
        case .account(let servesStale, let handle):
            answer = try await handle(call, try await call.caller(servesStale: servesStale))
        }
        answer.fields.append(.noStore)
        return answer
    }

    /// Appwrite knows no 405: a route is a path with its method.
    func answerUnrouted(_ request: EdgeRequest, at path: RoutedPath?) async throws(EdgeError) -> Answer {
        if lacksRoot(request.path) {
            var error = EdgeError.appwrite(.routeNotFound)
            error.message = "There is no such route. The endpoint of the SDK has to end with /v1."
            throw error
        }
        guard request.method == .options, path != nil else { throw .appwrite(.routeNotFound) }
        return try standardAnswer(request, at: path)
    }

    /// Whether what a request from `origin` wants to change may be changed. The SDKs of native apps name an origin
    /// whose scheme no browser has.
    private func mayChange(_ origin: String?) -> Bool {
        guard let origin else { return true }
        return crossOrigin.allows(origin) || origin.hasPrefix("appwrite-")
    }

    /// Where cookies may travel a browser takes no `*` for an answer.
    private static let acceptedHeaders =
        "Content-Type, X-Appwrite-Project, X-Appwrite-Session, X-Appwrite-JWT, X-Appwrite-Response-Format, "
        + "X-Fallback-Cookies, X-SDK-Name, X-SDK-Platform, X-SDK-Language, X-SDK-Version"
    private static let exposedHeaders =
        "X-Fallback-Cookies, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After"
}
