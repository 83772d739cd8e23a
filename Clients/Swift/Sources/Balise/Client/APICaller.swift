package import BaliseAPI
package import BaliseJSON
import Foundation

/// Makes the calls of the API. An expired access token is refreshed once for all callers; each call is then repeated.
package struct APICaller: Sendable {
    let exchange: HTTPExchange
    let tokenStore: SessionTokenStore
    let apiKey: SecretText?

    /// Makes a call and reads the body of its answer. `segments` and `query` are unencoded; nil items are left out.
    func call<Body, Answer>(
        _ call: APICallDefinition<Body, Answer>, at segments: String..., query: [(String, String?)] = [], body: Body,
        idempotencyKey: String? = nil
    ) async throws(BaliseError) -> Answer {
        var request = APIRequest(call, try segments.map(pathSegment), query: query, body: .json(body))
        request.headers["Idempotency-Key"] = idempotencyKey
        return try await send(request, as: call.audience).body()
    }

    package func call<Answer>(
        _ call: APICallDefinition<NoBody, Answer>, at segments: String..., query: [(String, String?)] = []
    ) async throws(BaliseError) -> Answer {
        let request = APIRequest(call, try segments.map(pathSegment), query: query)
        return try await send(request, as: call.audience).body()
    }

    func send<Body, Answer>(
        _ call: APICallDefinition<Body, Answer>, at segments: String..., body: Body? = nil
    ) async throws(BaliseError) {
        let request = APIRequest(call, try segments.map(pathSegment), body: body.map { .json($0) })
        _ = try await send(request, as: call.audience)
    }

    /// Sends a request to a path that is no call of `AppCalls` or `EcoveloCalls`.
    /// - Parameter path: Begins with a slash and is percent-encoded.
    func send(
        _ method: APIMethod, _ path: String, body: (any JSONWritable)? = nil, as audience: APIAudience = .session
    ) async throws(BaliseError) -> BaliseHTTPResponse {
        try await send(APIRequest(method, path, body: body.map(RequestBody.json)), as: audience)
    }

    package func sendForm<Form: OAuthFormRequest, Answer>(
        _ call: APICallDefinition<Form, Answer>, _ form: Form
    ) async throws(BaliseError) -> BaliseHTTPResponse {
        try await send(APIRequest(call, body: .form(form.parameters)), as: .anybody)
    }

    func send(_ request: APIRequest, as audience: APIAudience) async throws(BaliseError) -> BaliseHTTPResponse {
        try await showingCredential(of: audience, in: request) { request async throws(BaliseError) in
            try await exchange.send(request)
        }
    }

    /// Sends a request whose answer is a stream.
    func open(_ request: APIRequest, as audience: APIAudience) async throws(BaliseError) -> BaliseHTTPStream {
        try await showingCredential(of: audience, in: request) { request async throws(BaliseError) in
            try await exchange.open(request)
        }
    }

    /// Runs a call with the credential that the audience needs. Without that credential, the call is not made.
    private func showingCredential<Answer>(
        of audience: APIAudience, in request: APIRequest, _ send: (APIRequest) async throws(BaliseError) -> Answer
    ) async throws(BaliseError) -> Answer {
        switch audience {
        case .anybody: return try await send(request)
        case .apiKey:
            guard let apiKey else { throw .invalid("this call needs an apiKey in the configuration") }
            return try await send(request.showing(["X-API-Key": apiKey.value]))
        case .anybodyOrSession, .session, .recentSession: break
        }
        guard let shown = try await tokenStore.credential() else {
            guard audience == .anybodyOrSession else { throw .signedOut }
            return try await send(request)
        }
        do throws(BaliseError) {
            return try await send(request.showing(shown.headers))
        } catch {
            guard case .refused(let refusal) = error, refusal.status == 401 else { throw error }
            guard let next = try await tokenStore.renew(after: shown) else { throw error }
            return try await send(request.showing(next.headers))
        }
    }
}

extension BaliseHTTPResponse {
    func json() throws(BaliseError) -> JSONValue {
        do { return try JSONDocument(Array(body)).root } catch {
            throw .unreadable("the answer is no JSON: \(error)")
        }
    }

    package func body<Answer: JSONReadable>(as form: Answer.Type = Answer.self) throws(BaliseError) -> Answer {
        try read { json throws(JSONShapeError) in try Answer(json) }
    }

    func read<Value>(_ read: (JSONValue) throws(JSONShapeError) -> Value) throws(BaliseError) -> Value {
        let json = try json()
        do throws(JSONShapeError) { return try read(json) } catch { throw .unreadable("\(error)") }
    }
}

/// Percent-encodes a text as one segment of a path; only unreserved characters stay (RFC 3986, section 2.3).
/// - Throws: `invalid` for an empty text, which would address the whole list, and for the steps `.` and `..`.
func pathSegment(_ text: String) throws(BaliseError) -> String {
    guard !["", ".", ".."].contains(text) else { throw .invalid("an id is missing: \"\(text)\" is none") }
    return PercentEncoding.encode(text)
}
