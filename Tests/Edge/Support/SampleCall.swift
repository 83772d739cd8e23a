@testable import Edge

struct SampleCall: Sendable, CustomTestStringConvertible {
    let method: String
    private(set) var template: String
    private(set) var path: String
    let body: String?
    let owner: Int
    let stranger: Int
    /// Whether a caller without a credential gets the owner's answer.
    let isForAnybody: Bool
    let scopes: [APIKeyScope]
    /// Whether no service is asked.
    let asksNobody: Bool
    /// Whether a token of the Appwrite API replaces a session.
    let takesToken: Bool

    var testDescription: String { "\(method) \(template)" }
    var isForPublishers: Bool { !scopes.isEmpty }

    /// - Parameters:
    ///   - template: Below the root of its API.
    ///   - parameter: The value of each parameter of the path.
    init(
        _ method: String, _ template: String, _ body: String? = nil, with parameter: String = "", owner: Int = 200,
        stranger: Int? = nil, isForAnybody: Bool = false, scopes: [APIKeyScope] = [], asksNobody: Bool = false,
        takesToken: Bool = true
    ) {
        (self.method, self.template) = (method, template)
        path = template.replacing(/\{[a-z]+\}/, with: parameter)
        (self.body, self.owner) = (body, owner)
        self.stranger = stranger ?? owner
        (self.isForAnybody, self.scopes, self.asksNobody) = (isForAnybody, scopes, asksNobody)
        self.takesToken = takesToken
    }

    func at(_ path: String) -> SampleCall {
        var call = self
        call.path = path
        return call
    }

    func beneath(_ root: String) -> SampleCall {
        var call = self
        (call.template, call.path) = (root + template, root + path)
        return call
    }

    func ask(_ edge: RunningEdge, as headers: [(String, String)]) async throws -> TestResponse {
        let type = body.map { [("Content-Type", $0.hasPrefix("<") ? "application/gpx+xml" : "application/json")] }
        return try await edge.request(method, path, headers: (type ?? []) + headers, body: body)
    }
}
