import HTTPTypes
import Models
import ServiceRuntime
import ServiceSettings

/// Appwrite's account API under `/v1/account`, and its two collections of documents. Only on these paths cookies
/// identify callers. So a changing request from a browser on a foreign page is refused.
struct AppwriteAPI: API {
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

    /// Takes all paths of Appwrite's API, although Balise serves only a part of it: an app that calls another part must
    /// be able to read the refusal.
    func claims(_ path: String, _ headers: RequestHeaders) -> Bool {
        headers.appwriteProject != nil
            && (path == "/v1" || path.utf8.starts(with: AppwriteAPI.root.utf8) || lacksRoot(path))
    }

    /// Whether the path lacks `/v1`, as with an SDK whose endpoint was set without it.
    private func lacksRoot(_ path: String) -> Bool {
        guard path.first == "/" else { return false }
        return AppwriteAPI.services.contains(String(path.dropFirst().prefix { $0 != "/" }))
    }

    private static let services: Set = [
        "account", "avatars", "databases", "functions", "graphql", "health", "locale", "messaging", "ping", "storage",
        "tablesdb", "teams", "users",
    ]

    /// This is false, so that Balise does not log or forward which clients use this API.
    var namesClients: Bool { false }

    /// Whether the body counts as JSON: also without a type, or with an empty type, which one client sends.
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

    /// Answers a path without this method. Appwrite has no 405: a route is a path together with its method.
    func answerUnrouted(_ request: EdgeRequest, at path: RoutedPath?) async throws(EdgeError) -> Answer {
        if lacksRoot(request.path) {
            var error = EdgeError.appwrite(.routeNotFound)
            error.message = "There is no such route. The endpoint of the SDK has to end with /v1."
            throw error
        }
        guard request.method == .options, path != nil else { throw .appwrite(.routeNotFound) }
        return try standardAnswer(request, at: path)
    }

    /// Whether a changing request may come from this origin. Native SDKs send an origin with a scheme of their own.
    private func mayChange(_ origin: String?) -> Bool {
        guard let origin else { return true }
        return crossOrigin.allows(origin) || origin.hasPrefix("appwrite-")
    }

    /// Browsers do not accept `*` for requests with credentials, so the headers are named.
    private static let acceptedHeaders =
        "Content-Type, X-Appwrite-Project, X-Appwrite-Session, X-Appwrite-JWT, X-Appwrite-Response-Format, "
        + "X-Fallback-Cookies, X-SDK-Name, X-SDK-Platform, X-SDK-Language, X-SDK-Version"
    private static let exposedHeaders =
        "X-Fallback-Cookies, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After"
}
