import BaliseAPI
import BaliseJSON
import Foundation

enum RequestBody: Sendable {
    case json(any JSONWritable)
    /// A form of names and values, for `application/x-www-form-urlencoded` (RFC 6749).
    case form([(String, String)])
    case data(Data, type: String)

    var encoded: (data: Data, type: String) {
        switch self {
        case .json(let body):
            var json = JSONObject()
            body.write(to: &json)
            return (Data(json.bytes), "application/json")
        case .form(let fields): return (Data(PercentEncoding.encode(fields).utf8), "application/x-www-form-urlencoded")
        case .data(let data, let type): return (data, type)
        }
    }
}

/// A request of the API, without the headers that all requests have.
struct APIRequest: Sendable {
    var method: APIMethod
    /// The path, which begins with a slash and is percent-encoded.
    var path: String
    /// The names and values of the query, not encoded.
    var query: [(String, String)]
    var headers: [String: String] = [:]
    var body: RequestBody?
    /// The seconds that the server may take for the answer; nil for the configured timeout.
    var timeout: TimeInterval?
    /// The file that receives a successful answer's body; nil to keep the body in memory.
    var file: URL?
    /// The longest `Retry-After` that the client waits for, in seconds; nil for the configured limit.
    var maximumWait: Double?

    init(_ method: APIMethod, _ path: String, query: [(String, String?)] = [], body: RequestBody? = nil) {
        (self.method, self.path) = (method, path)
        self.query = query.compactMap { name, value in value.map { (name, $0) } }
        self.body = body
    }

    /// Creates the request for a call.
    /// - Parameter segments: The values of the path's parameters, which the caller has percent-encoded.
    init<Body, Answer>(
        _ call: APICallDefinition<Body, Answer>, _ segments: [String] = [], query: [(String, String?)] = [],
        body: RequestBody? = nil
    ) {
        self.init(call.method, call.path(filling: segments), query: query, body: body)
    }

    func showing(_ fields: [String: String]) -> APIRequest {
        var request = self
        request.headers.merge(fields) { _, new in new }
        return request
    }

    func url(on server: URL) throws(BaliseError) -> URL {
        guard var parts = URLComponents(url: server, resolvingAgainstBaseURL: true),
            ["https", "http"].contains(parts.scheme?.lowercased()), parts.host?.isEmpty == false
        else { throw .invalid("the server's address has to be like https://balise.example, and is \(server)") }
        parts.percentEncodedPath = server.pathWithoutSlash + path
        parts.percentEncodedQuery = query.isEmpty ? nil : PercentEncoding.encode(query)
        parts.fragment = nil
        guard let url = parts.url else { throw .invalid("\(path) is no path") }
        return url
    }
}
