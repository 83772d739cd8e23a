// Texts that are part of the program, served as they are: the API's document, the web shim, and that the edge is there.

import HTTPTypes
import Models
import NIOCore

/// Serves one text at some paths. Its errors look like those of another API.
struct DocumentAPI: API {
    let name: String
    let routes: [Route<Answer>]
    let crossOrigin: CrossOrigin

    private let other: any API
    /// Whether the document stays the same, so that a client may keep it.
    private let isTagged: Bool

    /// - Parameter crossOrigin: That of the other API, unless given.
    private init(
        _ name: String, at paths: [String], _ document: Answer, like other: any API, crossOrigin: CrossOrigin? = nil,
        isTagged: Bool = true
    ) {
        self.isTagged = isTagged
        self.name = name
        routes = paths.map { .get($0, name: name, document) }
        self.other = other
        self.crossOrigin = crossOrigin ?? other.crossOrigin
    }

    /// `openapi.yaml`, the document that describes every route.
    static func openAPI(like other: any API) -> DocumentAPI {
        let type = HTTPField(name: .contentType, value: "application/yaml")
        return DocumentAPI(
            "openapi", at: ["/openapi.yaml"], Answer(.ok, type, EmbeddedDocument.openAPI.content), like: other)
    }

    /// `ecovelo-sdk.js`, which pages of any origin may load: there is nothing secret in it.
    static func ecoveloShim(like other: any API) -> DocumentAPI {
        let type = HTTPField(name: .contentType, value: "text/javascript; charset=utf-8")
        var document = Answer(.ok, type, EmbeddedDocument.ecoveloSDK.content)
        document.fields = [HTTPField(name: .cacheControl, value: "public, max-age=3600")]
        return DocumentAPI(
            "ecovelo-sdk", at: ["/ecovelo/ecovelo-sdk.js", "/ecovelo-sdk.js"], document, like: other,
            crossOrigin: .anyPage)
    }

    /// `/healthz`, by which a load balancer or whoever watches from outside sees that the edge answers. What the services
    /// behind it do is the operator's matter, and told on the operations port.
    static func health(like other: any API) -> DocumentAPI {
        var document = Answer(.ok, .plainText, ByteBuffer(string: "ok\n"))
        document.fields = [.noStore]
        return DocumentAPI(
            "healthz", at: ["/healthz"], document, like: other, crossOrigin: CrossOrigin.none, isTagged: false)
    }

    func covers(_ path: String) -> Bool { false }

    func wantsBody(_ headers: RequestHeaders) -> Bool { false }

    func answer(_ request: EdgeRequest, by route: Route<Answer>) async throws(EdgeError) -> Answer {
        isTagged ? route.handler.tagged(for: request) : route.handler
    }

    func render(_ error: EdgeError, method: HTTPRequest.Method, path: String) -> Answer {
        other.render(error, method: method, path: path)
    }
}
