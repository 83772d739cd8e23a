import HTTPTypes
import Models

/// A group of calls that share the reading of bodies, the form of errors, and the rules for browsers.
protocol API: Sendable {
    /// Answers a call of this API, and says who may make it.
    associatedtype Handler: Sendable

    /// For metrics and logs.
    var name: String { get }

    /// The common prefix of all paths.
    static var root: String { get }

    var routes: [Route<Handler>] { get }

    /// The web pages that may call.
    var crossOrigin: CrossOrigin { get }

    /// Whether an unknown path gets this API's form of error.
    func covers(_ path: String) -> Bool

    /// Whether the headers show that any unknown path should get this API's form of error.
    func claims(_ path: String, _ headers: RequestHeaders) -> Bool

    /// Whether the headers show that a request belongs to another API, although its path is in this one.
    func passesOn(_ headers: RequestHeaders) -> Bool

    /// Whether logs and services may get the client's description of its device.
    var namesClients: Bool { get }

    /// Whether the API reads a body of this type; any other is ignored.
    func wantsBody(_ headers: RequestHeaders) -> Bool

    /// Answers a request with a route; HEAD uses the route of GET.
    func answer(_ request: EdgeRequest, by route: Route<Handler>) async throws(EdgeError) -> Answer

    /// Answers a request without a route.
    ///
    /// - Parameter path: Nil for an unknown path.
    func answerUnrouted(_ request: EdgeRequest, at path: RoutedPath?) async throws(EdgeError) -> Answer

    func render(_ error: EdgeError, method: HTTPRequest.Method, path: String) -> Answer
}

extension API {
    static var root: String { "" }
    var crossOrigin: CrossOrigin { .none }
    var namesClients: Bool { true }

    func claims(_ path: String, _ headers: RequestHeaders) -> Bool { false }

    func passesOn(_ headers: RequestHeaders) -> Bool { false }

    func answerUnrouted(_ request: EdgeRequest, at path: RoutedPath?) async throws(EdgeError) -> Answer {
        try standardAnswer(request, at: path)
    }

    /// HTTP's answer to a request without a route: 404 for an unknown path, the path's methods for OPTIONS, and a 405
    /// with them for any other method. An API differs only if its clients expect that.
    func standardAnswer(_ request: EdgeRequest, at path: RoutedPath?) throws(EdgeError) -> Answer {
        guard let path else { throw EdgeError(.notFound, "") }
        guard request.method == .options else { throw EdgeError.methodNotAllowed(allow: path.allow) }
        var answer = Answer(.noContent)
        answer.fields.append(HTTPField(name: .allow, value: path.allow))
        answer.fields += crossOrigin.preflightFields(for: request.headers.origin, methods: path.allow)
        return answer
    }
}
