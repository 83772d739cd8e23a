// Calls with bodies that are right, and what each caller gets.

import Models

@testable import Edge

/// A call with a body that is right, and the status that each caller gets.
struct SampleCall: Sendable, CustomTestStringConvertible {
    let method: String
    /// The path with its parameters, as the document has it.
    private(set) var template: String
    private(set) var path: String
    let body: String?
    /// Whoever is signed in as the owner of what the call is about.
    let owner: Int
    /// Whoever is signed in as somebody else.
    let stranger: Int
    /// Whether a caller who shows nothing gets what the owner gets.
    let isForAnybody: Bool
    /// The scopes of the API keys that open it.
    let scopes: [APIKeyScope]
    /// Whether it is answered without asking any service.
    let asksNobody: Bool
    /// Whether a token of the Appwrite API does in place of a session.
    let takesToken: Bool

    var testDescription: String { "\(method) \(template)" }
    /// Whether it is for whoever shows an API key, and for no person.
    var isForPublishers: Bool { !scopes.isEmpty }

    /// - Parameters:
    ///   - template: Beneath the root of its API.
    ///   - parameter: Stands in the place of each parameter of the path.
    init(
        _ method: String, _ template: String, _ body: String? = nil, with parameter: String = "", owner: Int = 200,
        stranger: Int? = nil, isForAnybody: Bool = false, scopes: [APIKeyScope] = [], asksNobody: Bool = false,
        takesToken: Bool = true
    ) {
        self.method = method
        self.template = template
        path = template.replacing(/\{[a-z]+\}/, with: parameter)
        self.body = body
        self.owner = owner
        self.stranger = stranger ?? owner
        self.isForAnybody = isForAnybody
        self.scopes = scopes
        self.asksNobody = asksNobody
        self.takesToken = takesToken
    }

    /// The call at that path, whatever its parameters.
    func at(_ path: String) -> SampleCall {
        var call = self
        call.path = path
        return call
    }

    /// The call beneath the root of its API.
    func beneath(_ root: String) -> SampleCall {
        var call = self
        (call.template, call.path) = (root + template, root + path)
        return call
    }

    func ask(_ edge: RunningEdge, as headers: [(String, String)]) async throws -> TestResponse {
        let type = body == nil ? [] : [("Content-Type", "application/json")]
        return try await edge.request(method, path, headers: type + headers, body: body)
    }
}
