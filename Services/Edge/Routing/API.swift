// What an API of the edge is: calls that share their form.

import HTTPTypes
import Models

/// A group of calls that share how bodies are read, how errors look, and who may call from a browser.
protocol API: Sendable {
    /// What answers a call of this API, and whom it lets in.
    associatedtype Handler: Sendable

    /// For metrics and logs.
    var name: String { get }

    /// What the paths of all routes begin with.
    static var root: String { get }

    /// The calls that it serves.
    var routes: [Route<Handler>] { get }

    /// Which web pages may call.
    var crossOrigin: CrossOrigin { get }

    /// Whether an unknown path is answered in this API's form.
    func covers(_ path: String) -> Bool

    /// Whether an unknown path is answered in this API's form, wherever it is, because of what its client says.
    func claims(_ path: String, _ headers: RequestHeaders) -> Bool

    /// Whether a request is another API's by what its client says, although its path is one of this API.
    func passesOn(_ headers: RequestHeaders) -> Bool

    /// Whether what clients say of their device may stand in logs and go to services.
    var namesClients: Bool { get }

    /// Whether the body is of a kind that the API reads; any other is ignored.
    func wantsBody(_ headers: RequestHeaders) -> Bool

    /// Answers a request that has a route; one with HEAD has the route of GET.
    func answer(_ request: EdgeRequest, by route: Route<Handler>) async throws(EdgeError) -> Answer

    /// Answers a request that has no route.
    ///
    /// - Parameter path: nil where nobody serves the path.
    func answerUnrouted(_ request: EdgeRequest, at path: RoutedPath?) async throws(EdgeError) -> Answer

    /// The API's form of an error.
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

    /// What HTTP says of a request that has no route: 404 for an unknown path, the methods of the path for OPTIONS, 405
    /// with them for any other method. An API does otherwise only where its clients expect that.
    func standardAnswer(_ request: EdgeRequest, at path: RoutedPath?) throws(EdgeError) -> Answer {
        guard let path else { throw EdgeError(.notFound, "") }
        guard request.method == .options else { throw EdgeError.methodNotAllowed(allow: path.allow) }
        var answer = Answer(.noContent)
        answer.fields.append(HTTPField(name: .allow, value: path.allow))
        answer.fields += crossOrigin.preflightFields(for: request.headers.origin, methods: path.allow)
        return answer
    }
}
