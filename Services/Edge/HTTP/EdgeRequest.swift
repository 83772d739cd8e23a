// One request on its way through the edge.

import HTTPTypes
import Logging
import Models
import ServiceRuntime

/// One request as APIs and routes see it: read, within the limits, its caller known.
final class EdgeRequest: Sendable {
    let method: HTTPRequest.Method
    /// The path without the query, as it came (percent-encoded).
    let path: String
    /// What stands behind the `?` of the address, as it came; empty when there is nothing.
    let query: String
    /// The texts in the places of the path's parameters, in their order and as they came.
    let parameters: [String]
    let headers: RequestHeaders
    /// The whole body, inflated where it came compressed; empty when the API does not want it.
    let body: [UInt8]
    /// What travels with every message that is sent for this request.
    let context: MessageContext
    private let baseLogger: Logger

    init(
        method: HTTPRequest.Method, path: String, query: String = "", parameters: [String] = [],
        headers: RequestHeaders, body: [UInt8], context: MessageContext, logger: Logger
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.parameters = parameters
        self.headers = headers
        self.body = body
        self.context = context
        baseLogger = logger
    }

    /// The same request, from whoever shows `authorization`.
    func showing(authorization: String) -> EdgeRequest {
        var headers = headers
        headers.authorization = authorization
        return with(headers)
    }

    /// The same request, from whoever shows `apiKey` and nothing else.
    func showing(apiKey: String) -> EdgeRequest {
        var headers = headers
        headers.authorization = nil
        headers.apiKey = apiKey
        return with(headers)
    }

    /// The same request with nothing but what tells who calls, for what asks that for longer than the request lasts.
    var ofCaller: EdgeRequest {
        var shown = RequestHeaders()
        shown.authorization = headers.authorization
        shown.sessionToken = headers.sessionToken
        shown.apiKey = headers.apiKey
        shown.installation = headers.installation
        shown.program = headers.program
        return EdgeRequest(
            method: method, path: path, headers: shown, body: [], context: context, logger: baseLogger)
    }

    /// The same request without its body.
    var withoutBody: EdgeRequest { with(headers, body: []) }

    private func with(_ headers: RequestHeaders, body: [UInt8]? = nil) -> EdgeRequest {
        EdgeRequest(
            method: method, path: path, query: query, parameters: parameters, headers: headers,
            body: body ?? self.body, context: context, logger: baseLogger)
    }

    /// A logger whose lines carry the request's id and what its client says of itself. Made on demand, since most
    /// requests log nothing.
    var logger: Logger { baseLogger.following(context) }
}
