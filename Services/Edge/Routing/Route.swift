// A row of an API's table of calls.

import BaliseAPI
import HTTPTypes

/// A call of an API: its method, its path, and what answers it. What else its path takes follows from all routes of
/// that path: HEAD where there is GET (RFC 9110, section 9.1), OPTIONS, and 405 with `Allow` for the rest.
struct Route<Handler: Sendable>: Sendable {
    let method: HTTPRequest.Method
    /// Under the root of the API; a part `{name}` stands for a parameter: any text without `/`, at least one character.
    let path: String
    /// What the call is named where it stands alone, as in the log of what operators change. Metrics and the log of
    /// requests tell paths apart, by all the names of a path (`RoutedPath.name`), and methods not at all.
    let name: String
    /// Whether the path also counts with other capitals, and with a slash at its end. Parameters stay as they came.
    let isLenient: Bool
    /// Who may make it, where its definition says so.
    let audience: APIAudience?
    /// The statuses of its success, where its definition says so; empty for a call without one.
    let successes: [HTTPResponse.Status]
    /// What answers the call; for a call without a definition it also says whom it lets in.
    let handler: Handler

    /// - Parameter name: The path, unless given.
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

    /// A call as its clients know it.
    static func call<Request, Reply>(
        _ definition: APICallDefinition<Request, Reply>, name: String? = nil, _ handler: Handler
    ) -> Route {
        Route(
            HTTPRequest.Method(definition.method), definition.relativePath, name: name, for: definition.audience,
            answering: definition.successes, handler)
    }

    /// An answer with the status of success, where the call has only one; otherwise its handler has chosen.
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
