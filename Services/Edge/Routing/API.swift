import HTTPTypes
import Models

/// An API of the edge. Its calls share the reading of bodies, the form of errors, and the rules for browsers.
protocol API: Sendable {
    /// The type that answers a call of this API. It may also say who may make the call.
    associatedtype Handler: Sendable

    /// The name for metrics and logs.
    var name: String { get }

    static var root: String { get }

    var routes: [Route<Handler>] { get }

    var crossOrigin: CrossOrigin { get }

    /// Whether an unknown path gets this API's form of error.
    func covers(_ path: String) -> Bool

    /// Whether this API takes an unknown path because of its header fields, before an API that covers the path.
    func claims(_ path: String, _ headers: RequestHeaders) -> Bool

    /// Whether a request belongs to another API, although its path belongs to this API.
    func passesOn(_ headers: RequestHeaders) -> Bool

    /// Whether logs and services get the client's description of its device.
    var namesClients: Bool { get }

    /// Whether the API reads this body; other bodies are ignored.
    func wantsBody(_ headers: RequestHeaders) -> Bool

    /// Answers a request by its route. HEAD uses the route of GET.
    func answer(_ request: EdgeRequest, by route: Route<Handler>) async throws(EdgeError) -> Answer

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

    /// Answers 404 for an unknown path, the methods for OPTIONS, and otherwise a 405 with the methods.
    func standardAnswer(_ request: EdgeRequest, at path: RoutedPath?) throws(EdgeError) -> Answer {
        guard let path else { throw EdgeError(.notFound, "") }
        guard request.method == .options else { throw EdgeError.methodNotAllowed(allow: path.allow) }
        var answer = Answer(.noContent)
        answer.fields.append(HTTPField(name: .allow, value: path.allow))
        answer.fields += crossOrigin.preflightFields(for: request.headers.origin, methods: path.allow)
        return answer
    }
}
