// What a family of the HTTP API is: paths that share their form.

import HTTPTypes

/// A group of paths that share how bodies are read, how errors look, and who may call from a browser.
protocol Family: Sendable {
    /// For metrics and logs.
    var name: String { get }

    /// The paths that it serves.
    var endpoints: [Endpoint] { get }

    /// Whether an unknown path is answered in this family's form.
    func covers(_ path: String) -> Bool

    /// Whether an unknown path is answered in this family's form, wherever it is, because of what its client says.
    func claims(_ path: String, _ headers: RequestHeaders) -> Bool

    /// Whether what clients say of their device may stand in logs and go to services.
    var namesClients: Bool { get }

    /// Whether the body is of a kind that the family reads; any other is ignored.
    func wantsBody(_ headers: RequestHeaders) -> Bool

    /// Answers a request; `place` is nil for a path that no endpoint serves.
    func answer(_ request: EdgeRequest, at place: Place?) async throws(EdgeError) -> Answer

    /// The family's form of an error.
    func render(_ error: EdgeError, method: HTTPRequest.Method, path: String) -> Answer

    /// What a browser needs to see on every answer to a page from `origin`.
    func crossOriginFields(origin: String?) -> [HTTPField]
}

extension Family {
    func claims(_ path: String, _ headers: RequestHeaders) -> Bool { false }
    var namesClients: Bool { true }
}

/// A path that a family serves.
struct Endpoint: Sendable {
    /// The path; a part `{name}` stands for a parameter: any text without `/`, at least one character.
    let path: String
    /// The methods with an answer of their own, as the API's document lists them.
    let methods: [HTTPRequest.Method]
    /// What the call is named in metrics.
    let name: String
    /// Whether the path also counts with other capitals, and with a slash at its end. Parameters stay as they came.
    var isLenient = false
}

/// Where in its family a request belongs.
struct Place: Sendable {
    /// The position in the family's `endpoints`.
    var endpoint: Int
    /// The texts in the places of the path's parameters, in their order and as they came.
    var parameters: [String] = []
}
