import BaliseAPI
import BaliseJSON
import HTTPTypes

/// A call's method, path and handler. HEAD follows from GET (RFC 9110, section 9.1). OPTIONS, and a 405 with `Allow`,
/// follow from all routes of the path.
struct Route<Handler: Sendable>: Sendable {
    let method: HTTPRequest.Method
    /// The path relative to the API's root; see `PathTemplate` for parameters.
    let path: String
    /// The call's name, such as in operators' change log. Metrics use all names of a path (`RoutedPath.name`).
    let name: String
    /// Whether the path ignores case and a slash at the end, except in parameters.
    let isLenient: Bool
    let audience: APIAudience?
    /// The statuses of success from the call's definition; empty without a definition.
    let successes: [HTTPResponse.Status]
    /// The handler, which also says who may make the call if the call has no definition.
    let handler: Handler
    /// The call's definitions: none if no type describes its bodies; two if a dry run has other bodies. The API
    /// documents are made from them.
    let definitions: [any CallDefinition]

    init(
        _ method: HTTPRequest.Method, _ path: String, name: String? = nil, isLenient: Bool = false,
        for audience: APIAudience? = nil, answering successes: [Int] = [], _ handler: Handler,
        definitions: [any CallDefinition] = []
    ) {
        self.method = method
        self.path = path
        self.name = name ?? path
        self.isLenient = isLenient
        self.audience = audience
        self.successes = successes.map { HTTPResponse.Status(code: $0) }
        self.handler = handler
        self.definitions = definitions
    }

    /// - Parameter dryRun: The same call with `dryRun`, which answers another body.
    static func call(
        _ definition: any CallDefinition, name: String? = nil, dryRun: (any CallDefinition)? = nil, _ handler: Handler
    ) -> Route {
        Route(
            HTTPRequest.Method(definition.method), definition.relativePath, name: name, for: definition.audience,
            answering: definition.successes, handler, definitions: [definition] + (dryRun.map { [$0] } ?? []))
    }

    /// Sets the status of success if the call has only one; otherwise the handler has chosen it.
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

    static func patch(_ path: String, name: String? = nil, _ handler: Handler) -> Route {
        Route(.patch, path, name: name, handler)
    }

    static func delete(_ path: String, name: String? = nil, _ handler: Handler) -> Route {
        Route(.delete, path, name: name, handler)
    }
}

/// A definition of any bodies, for a list of calls.
protocol CallDefinition: Sendable {
    associatedtype RequestBody: JSONConvertible
    associatedtype ReplyBody: JSONReadable

    var name: String { get }
    var method: APIMethod { get }
    var path: String { get }
    var relativePath: String { get }
    var audience: APIAudience { get }
    var successes: [Int] { get }
}

extension CallDefinition {
    var takesBody: Bool { RequestBody.self != NoBody.self }
}

extension APICallDefinition: CallDefinition {
    typealias RequestBody = Request
    typealias ReplyBody = Reply
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
