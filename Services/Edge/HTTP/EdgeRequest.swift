import Foundation
import HTTPTypes
import Logging
import Models
import ServiceRuntime
import ServiceSettings

/// A request that was read completely and is within the limits.
final class EdgeRequest: Sendable {
    let method: HTTPRequest.Method
    let path: String
    let query: String
    /// The parameters of the path, in order and still encoded.
    let parameters: [String]
    let headers: RequestHeaders
    /// All header fields, for fields that only a single call reads.
    let fields: HTTPFields
    /// The body, decompressed; empty if the API wants no body.
    let body: [UInt8]
    let context: MessageContext
    private let baseLogger: Logger

    init(
        method: HTTPRequest.Method, path: String, query: String = "", parameters: [String] = [],
        headers: RequestHeaders, fields: HTTPFields = HTTPFields(), body: [UInt8], context: MessageContext,
        logger: Logger
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.parameters = parameters
        self.headers = headers
        self.fields = fields
        self.body = body
        self.context = context
        baseLogger = logger
    }

    /// The address of the client; empty if it is unknown.
    var address: String { context.client?.address?.value ?? "" }

    func showing(authorization: String) -> EdgeRequest {
        var headers = headers
        headers.authorization = authorization
        return with(headers)
    }

    func showing(apiKey: String) -> EdgeRequest {
        var headers = headers
        headers.authorization = nil
        headers.apiKey = apiKey
        return with(headers)
    }

    /// The request with only what identifies the caller, for work that outlives the request.
    var ofCaller: EdgeRequest {
        var shown = RequestHeaders()
        shown.authorization = headers.authorization
        shown.sessionToken = headers.sessionToken
        shown.apiKey = headers.apiKey
        shown.installation = headers.installation
        shown.program = headers.program
        var context = context
        // The trace ends with the request, so it is left out.
        context.traceParent = nil
        return EdgeRequest(method: method, path: path, headers: shown, body: [], context: context, logger: baseLogger)
    }

    var withoutBody: EdgeRequest { with(headers, body: []) }

    private func with(_ headers: RequestHeaders, body: [UInt8]? = nil) -> EdgeRequest {
        EdgeRequest(
            method: method, path: path, query: query, parameters: parameters, headers: headers, fields: fields,
            body: body ?? self.body, context: context, logger: baseLogger)
    }

    /// The logger is made on demand, because most requests log nothing.
    var logger: Logger { baseLogger.following(context) }
}

/// Makes an id. It is random, because consecutive ids would reveal how many requests others make. With 15 hexadecimal
/// digits it is the longest Swift string without a memory allocation.
func newRequestID(_ number: UInt64 = .random(in: .min ... .max)) -> String {
    String(unsafeUninitializedCapacity: 15) { digits in
        for position in 0..<15 {
            let digit = UInt8(truncatingIfNeeded: number >> UInt64(56 - 4 * position)) & 0xF
            digits[position] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
        }
        return 15
    }
}

/// The server's address: the address in the settings, or else the host that the client called.
struct EdgeAddress: Sendable {
    private let publicURL: URL?

    init(_ settings: HTTPSettings) { publicURL = settings.publicURL }

    var isSet: Bool { publicURL != nil }

    /// Returns the address without a slash at its end. Throws 400 for an invalid host in the request.
    func text(for request: EdgeRequest) throws(EdgeError) -> String {
        if let publicURL { return withoutSlash(publicURL.absoluteString) }
        let host = request.headers.host ?? "localhost"
        guard !host.isEmpty, host.utf8.allSatisfy(isOfHost) else {
            throw .invalid("the header Host must be a host name")
        }
        return "\(request.headers.isSecure ? "https" : "http")://\(host)"
    }
}

private func withoutSlash(_ text: String) -> String { text.hasSuffix("/") ? String(text.dropLast()) : text }

/// Whether a host may contain the byte (RFC 3986, section 3.2.2); names with escapes are not supported.
private func isOfHost(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || "-._:[]".utf8.contains(byte) }
