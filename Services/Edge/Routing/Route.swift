// A row of an API's table of calls.

import BaliseAPI
import HTTPTypes

/// A call of an API: its method, its path, and what answers it. What else its path takes follows from all routes of that
/// path: HEAD where there is GET (RFC 9110, section 9.1), OPTIONS, and 405 with `Allow` for the rest.
struct Route<Handler: Sendable>: Sendable {
    let method: HTTPRequest.Method
    /// Under the root of the API; a part `{name}` stands for a parameter: any text without `/`, at least one character.
    let path: String
    /// What the call is named where it stands alone, as in the log of what operators change. Metrics and the log of requests
    /// tell paths apart, by all the names of a path (`RoutedPath.name`), and methods not at all.
    let name: String
    /// Whether the path also counts with other capitals, and with a slash at its end. Parameters stay as they came.
    let isLenient: Bool
    /// What answers the call, and whom it lets in.
    let handler: Handler

    /// - Parameter name: The path, unless given.
    init(
        _ method: HTTPRequest.Method, _ path: String, name: String? = nil, isLenient: Bool = false, _ handler: Handler
    ) {
        self.method = method
        self.path = path
        self.name = name ?? path
        self.isLenient = isLenient
        self.handler = handler
    }

    /// A call as its clients know it.
    static func call<Request, Reply>(_ definition: APICallDefinition<Request, Reply>, _ handler: Handler) -> Route {
        Route(HTTPRequest.Method(definition.method), definition.relativePath, handler)
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
