// A request of the API before it is an HTTP request.

import BaliseAPI
import BaliseJSON
import Foundation

/// What a request carries.
enum RequestBody: Sendable {
    /// A JSON object.
    case json(any JSONWritable)
    /// Names and values, as RFC 6749 and its kin want them.
    case form([(String, String)])

    /// The bytes, and what they are.
    var encoded: (data: Data, type: String) {
        switch self {
        case .json(let body):
            var json = JSONObject()
            body.write(to: &json)
            return (Data(json.bytes), "application/json")
        case .form(let fields): return (Data(queryText(fields).utf8), "application/x-www-form-urlencoded")
        }
    }
}

/// A request of the API: what is asked of which path, without what all requests have.
struct APIRequest: Sendable {
    var method: APIMethod
    /// Begins with a slash and is percent-encoded.
    var path: String
    /// Names and values, not encoded.
    var query: [(String, String)]
    var headers: [String: String] = [:]
    var body: RequestBody?
    /// How many seconds the server may take; nil for what the configuration says.
    var timeout: TimeInterval?
    /// Where the body of a success is written to; nil for the memory.
    var file: URL?
    /// The longest wait before the request is made again that the server put off, in seconds; nil for what the
    /// configuration says.
    var maximumWait: Double?

    init(_ method: APIMethod, _ path: String, query: [(String, String)] = [], body: RequestBody? = nil) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
    }

    /// A request of a call.
    ///
    /// - Parameter segments: What stands in the places of the path's parameters, percent-encoded.
    init<Body, Answer>(
        _ call: APICallDefinition<Body, Answer>, _ segments: [String] = [], query: [(String, String)] = [],
        body: RequestBody? = nil
    ) {
        self.init(call.method, call.path(filling: segments), query: query, body: body)
    }

    /// The same request with more header fields.
    func showing(_ fields: [String: String]) -> APIRequest {
        var request = self
        request.headers.merge(fields) { _, new in new }
        return request
    }

    /// The address on a server.
    func url(on server: URL) throws(BaliseError) -> URL {
        guard var parts = URLComponents(url: server, resolvingAgainstBaseURL: true),
            ["https", "http"].contains(parts.scheme?.lowercased()), parts.host?.isEmpty == false
        else { throw .invalid("the server's address has to be like https://balise.example, and is \(server)") }
        parts.percentEncodedPath = server.pathWithoutSlash + path
        parts.percentEncodedQuery = query.isEmpty ? nil : queryText(query)
        parts.fragment = nil
        guard let url = parts.url else { throw .invalid("\(path) is no path") }
        return url
    }
}

private func queryText(_ fields: [(String, String)]) -> String {
    fields.map { "\(percentEncoded($0))=\(percentEncoded($1))" }.joined(separator: "&")
}
