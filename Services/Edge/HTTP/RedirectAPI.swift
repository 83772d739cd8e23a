import HTTPTypes
import Models
import NIOCore

/// Sends clients of plain HTTP to the same path by https, with their method and body (RFC 9110, section 15.4.9).
struct RedirectAPI: API {
    let name = "redirect"
    let routes: [Route<Answer>] = []
    /// The public address, such as `https://balise.example`. The request's host is not used, because caches keep this.
    let origin: String

    func covers(_ path: String) -> Bool { true }

    func wantsBody(_ headers: RequestHeaders) -> Bool { false }

    func answer(_ request: EdgeRequest, by route: Route<Answer>) async throws(EdgeError) -> Answer { route.handler }

    func answerUnrouted(_ request: EdgeRequest, at path: RoutedPath?) async throws(EdgeError) -> Answer {
        guard request.path.hasPrefix("/") else { throw .invalid("name a path that begins with a slash") }
        let query = request.query.isEmpty ? "" : "?\(request.query)"
        let location = "\(origin)\(request.path)\(query)"
        return Answer(.permanentRedirect).with(HTTPField(name: .location, value: location))
    }

    func render(_ error: EdgeError, method: HTTPRequest.Method, path: String) -> Answer {
        Answer(error.status, .plainText, ByteBuffer(string: error.textForPeople + "\n"))
    }
}
