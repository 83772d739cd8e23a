import HTTPTypes
import Models
import NIOCore

/// Sends clients of plain HTTP to the same path by https, with their method and body (RFC 9110, section 15.4.9).
struct RedirectAPI: API {
    let name = "redirect"
    let routes: [Route<Answer>] = []
    /// The public address, such as `https://balise.example`. Nil for the name that the client called.
    let origin: String?
    /// The port with TLS.
    let port: @Sendable () -> Int

    func covers(_ path: String) -> Bool { true }

    func wantsBody(_ headers: RequestHeaders) -> Bool { false }

    func answer(_ request: EdgeRequest, by route: Route<Answer>) async throws(EdgeError) -> Answer { route.handler }

    func answerUnrouted(_ request: EdgeRequest, at path: RoutedPath?) async throws(EdgeError) -> Answer {
        guard request.path.hasPrefix("/") else { throw .invalid("name a path that begins with a slash") }
        let query = request.query.isEmpty ? "" : "?\(request.query)"
        let location = "\(try address(for: request.headers))\(request.path)\(query)"
        return Answer(.permanentRedirect).with(HTTPField(name: .location, value: location))
    }

    private func address(for headers: RequestHeaders) throws(EdgeError) -> String {
        if let origin { return origin }
        guard let host = headers.hostName, !host.isEmpty, host.utf8.allSatisfy(isOfHost) else {
            throw .invalid("the header Host must be a host name")
        }
        let port = port()
        return "https://\(host.contains(":") ? "[\(host)]" : String(host))\(port == 443 ? "" : ":\(port)")"
    }

    func render(_ error: EdgeError, method: HTTPRequest.Method, path: String) -> Answer {
        Answer(error.status, .plainText, ByteBuffer(string: error.textForPeople + "\n"))
    }
}
