import BaliseAPI
import HTTPTypes

/// HEAD follows from GET (RFC 9110, section 9.1); OPTIONS, and a 405 with `Allow`, from all routes of the path.
struct Route<Handler: Sendable>: Sendable {
    let method: HTTPRequest.Method
    /// Relative to the API's root; see `PathTemplate` for parameters.
    let path: String
    /// For example in operators' change log. Metrics and the request log use all names of a path (`RoutedPath.name`).
    let name: String
    /// Ignores case and a slash at the end, except in parameters.
    let isLenient: Bool
    let audience: APIAudience?
    /// From the call's definition; empty without one.
    let successes: [HTTPResponse.Status]
    /// Also says who may call, if the call has no definition.
    let handler: Handler

    /// - Parameter name: The path by default.
    init(
        _ method: HTTPRequest.Method, _ path: String, name: String? = nil, isLenient: Bool = false,
        for audience: APIAudience? = nil, answering successes: [Int] = [], _ handler: Handler
    ) {
        self.method = method
        self.path = path
        self.name = name ?? path
        self.isLenient = isLenient
        self.audience = audience
        self.successes = successes.map { HTTPResponse.Status(code: $0) }
        self.handler = handler
    }

    static func call<Request, Reply>(
        _ definition: APICallDefinition<Request, Reply>, name: String? = nil, _ handler: Handler
    ) -> Route {
        Route(
            HTTPRequest.Method(definition.method), definition.relativePath, name: name, for: definition.audience,
            answering: definition.successes, handler)
    }

    /// Sets the status of success if the call has only one; otherwise the handler has chosen.
    func withStatus(_ answer: Answer) -> Answer {
        guard successes.count == 1 else { return answer }
        var answer = answer
        answer.status = successes[0]
        return answer
    }

    static func get(_ path: String, name: String? = nil, isLenient: Bool = false, _ handler: Handler) -> Route {
        Route(.get, path, name: name, isLenient: isLenient, handler)
    }

    static func post(_ path: String, name: String? = nil, _ handler: Handler) -> Route {
        Route(.post, path, name: name, handler)
    }

    static func put(_ path: String, name: String? = nil, _ handler: Handler) -> Route {
        Route(.put, path, name: name, handler)
    }

    static func patch(_ path: String, name: String? = nil, _ handler: Handler) -> Route {
        Route(.patch, path, name: name, handler)
    }

    static func delete(_ path: String, name: String? = nil, _ handler: Handler) -> Route {
        Route(.delete, path, name: name, handler)
    }
}

extension HTTPRequest.Method {
    fileprivate init(_ method: APIMethod) {
        self =
            switch method {
            case .get: .get
            case .post: .post
            case .put: .put
            case .patch: .patch
            case .delete: .delete
            }
    }
}
