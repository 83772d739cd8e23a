// What a call of the HTTP API is: where it goes, who may make it, what is sent and what comes back.

public import BaliseJSON

/// A call of the HTTP API, as the server answers it and clients make it.
public struct APICallDefinition<Request: JSONConvertible, Reply: JSONReadable>: Sendable {
    /// Behind one reference, so that the types of the bodies need not be looked up to copy or end a definition: a server does
    /// that with some two hundred of them when it starts.
    private let facts: APICallFacts

    /// What it is called wherever it stands: the property that holds it, which is its operationId in openapi.yaml as
    /// well.
    public var name: String { facts.name }
    /// How it is asked.
    public var method: APIMethod { facts.method }
    /// What the paths of all calls of the API begin with.
    public var root: String { facts.root }
    /// Behind the root; a part `{name}` stands for a text that the caller chooses.
    public var relativePath: String { facts.relativePath }
    /// Who may make it.
    public var audience: APIAudience { facts.audience }
    /// The statuses of its success, the usual one first.
    public var successes: [Int] { facts.successes }

    /// A call.
    public init(
        _ name: String, _ method: APIMethod, _ root: String, _ relativePath: String, for audience: APIAudience,
        answering successes: [Int] = [200]
    ) {
        facts = APICallFacts(name, method, root, relativePath, audience, successes)
    }

    /// The path from the root of the server.
    public var path: String { root + relativePath }

    /// The path with texts in the places of its parameters.
    ///
    /// - Parameter segments: In the order of the parameters, percent-encoded.
    public func path(filling segments: [String]) -> String {
        var segments = segments[...]
        return path.split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("{") ? segments.popFirst() ?? "" : String($0) }
            .joined(separator: "/")
    }
}

/// What a definition says, whatever its bodies are.
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

/// The methods of HTTP that calls have.
public enum APIMethod: String, Sendable {
    /// Reads.
    case get = "GET"
    /// Makes or does something.
    case post = "POST"
    /// Sets something to what is sent.
    case put = "PUT"
    /// Changes a part of something.
    case patch = "PATCH"
    /// Takes something away.
    case delete = "DELETE"
}

/// Who may make a call, and by which credential it is known.
public enum APIAudience: Hashable, Sendable {
    /// Anybody; a credential is not looked at.
    case anybody
    /// Anybody; of who is signed in, something may be kept.
    case anybodyOrSession
    /// Whoever is signed in.
    case session
    /// Whoever has just signed in.
    case recentSession
    /// A program that shows an API key with one of these scopes.
    case apiKey([APIScope])
}

/// What a program may do with its API key.
public enum APIScope: String, CaseIterable, Sendable {
    /// Announce offers, events and professionals.
    case publish
    /// What an operator does.
    case operate
    /// Ask what a token is worth.
    case introspect
    /// See the announcements of all publishers, take them back, and ask why somebody was told.
    case support
    /// See on the operations port what there is.
    case view
    /// Help one person on the operations port: end their sessions, send them a link, disable and enable their account.
    case assist
    /// Send notifications that break through a focus or through silence; beside `publish`.
    case interrupt
}

/// What is sent where a call has no body.
public struct NoBody: JSONConvertible, Hashable {
    /// Nothing.
    public init() {}
}
