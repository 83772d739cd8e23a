public import BaliseJSON

/// A call of the HTTP API. The server and the clients use the same definition.
public struct APICallDefinition<Request: JSONConvertible, Reply: JSONReadable>: Sendable {
    /// The facts of the call are in one object, so that copying or releasing a definition does not look up the types of
    /// the bodies. The server copies about two hundred definitions when it starts.
    private let facts: APICallFacts

    /// The name of the property that defines the call. It is also the operationId in openapi.yaml.
    public var name: String { facts.name }
    /// The HTTP method of the call.
    public var method: APIMethod { facts.method }
    /// The beginning that all paths of the API share.
    public var root: String { facts.root }
    /// The path after the root. A part `{name}` is a parameter.
    public var relativePath: String { facts.relativePath }
    /// The callers who may make the call.
    public var audience: APIAudience { facts.audience }
    /// The HTTP statuses of a success; the usual status is the first.
    public var successes: [Int] { facts.successes }

    /// Defines a call of the API.
    public init(
        _ name: String, _ method: APIMethod, _ root: String, _ relativePath: String, for audience: APIAudience,
        answering successes: [Int] = [200]
    ) {
        facts = APICallFacts(name, method, root, relativePath, audience, successes)
    }

    /// The path from the root of the server.
    public var path: String { root + relativePath }

    /// Returns the path with values for its parameters.
    /// - Parameter segments: The percent-encoded values, in the order of the parameters.
    public func path(filling segments: [String]) -> String {
        var segments = segments[...]
        return path.split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("{") ? segments.popFirst() ?? "" : String($0) }
            .joined(separator: "/")
    }
}

/// The parts of a definition that do not depend on the types of its bodies.
private final class APICallFacts: Sendable {
    let name: String
    let method: APIMethod
    let root: String
    let relativePath: String
    let audience: APIAudience
    let successes: [Int]

    init(
        _ name: String, _ method: APIMethod, _ root: String, _ relativePath: String, _ audience: APIAudience,
        _ successes: [Int]
    ) {
        (self.name, self.method, self.root, self.relativePath) = (name, method, root, relativePath)
        (self.audience, self.successes) = (audience, successes)
    }
}

/// The HTTP methods that the API's calls use.
public enum APIMethod: String, Sendable {
    /// Reads something, and changes nothing.
    case get = "GET"
    /// Creates or does something.
    case post = "POST"
    /// Replaces something.
    case put = "PUT"
    /// Changes a part of something.
    case patch = "PATCH"
    /// Removes something.
    case delete = "DELETE"
}

/// The callers who may make a call, and their credential.
public enum APIAudience: Hashable, Sendable {
    /// Any caller. The server ignores credentials.
    case anybody
    /// Any caller. The server may store something for a signed-in user.
    case anybodyOrSession
    /// Signed-in users.
    case session
    /// Users who signed in a short time ago.
    case recentSession
    /// Programs with an API key that has one of these scopes.
    case apiKey([APIKeyScope])
}

/// The body of a call that has no body.
public struct NoBody: JSONConvertible, Hashable {
    public init() {}
}
