// Texts that stay the same and are served as they are: the API's document, the web shim, and that the edge is there.

import HTTPTypes
import Models
import NIOCore

/// Serves one text at some paths. Its errors look like those of another API.
struct DocumentAPI: API {
    /// What answers a request.
    typealias Document = @Sendable (EdgeRequest) -> Answer

    let name: String
    let routes: [Route<Document>]
    let crossOrigin: CrossOrigin

    private let other: any API

    /// - Parameter crossOrigin: That of the other API, unless given.
    private init(
        _ name: String, at paths: [String], like other: any API, crossOrigin: CrossOrigin? = nil,
        _ document: @escaping Document
    ) {
        self.name = name
        routes = paths.map { .get($0, name: name, document) }
        self.other = other
        self.crossOrigin = crossOrigin ?? other.crossOrigin
    }

    /// `openapi.yaml`, the document that describes every route.
    static func openAPI(like other: any API) -> DocumentAPI {
        let type = HTTPField(name: .contentType, value: "application/yaml")
        return DocumentAPI("openapi", at: ["/openapi.yaml"], like: other) { request in
            EmbeddedDocument.openAPI.answer(type, for: request)
        }
    }

    /// `ecovelo-sdk.js`, which pages of any origin may load: there is nothing secret in it.
    static func ecoveloShim(like other: any API) -> DocumentAPI {
        let type = HTTPField(name: .contentType, value: "text/javascript; charset=utf-8")
        let fields = [HTTPField(name: .cacheControl, value: "public, max-age=3600")]
        return DocumentAPI(
            "ecovelo-sdk", at: ["/ecovelo/ecovelo-sdk.js", "/ecovelo-sdk.js"], like: other, crossOrigin: .anyPage
        ) { request in
            EmbeddedDocument.ecoveloSDK.answer(type, fields: fields, for: request)
        }
    }

    /// `/healthz`, by which a load balancer or whoever watches from outside sees that the edge answers. What the services
    /// behind it do is the operator's matter, and told on the operations port.
    static func health(like other: any API) -> DocumentAPI {
        var document = Answer(.ok, .plainText, ByteBuffer(string: "ok\n"))
        document.fields = [.noStore]
        let answer = document
        return DocumentAPI("healthz", at: ["/healthz"], like: other, crossOrigin: CrossOrigin.none) { _ in answer }
    }

    func covers(_ path: String) -> Bool { false }

    func wantsBody(_ headers: RequestHeaders) -> Bool { false }

    func answer(_ request: EdgeRequest, by route: Route<Document>) async throws(EdgeError) -> Answer {
        route.handler(request)
    }

    func render(_ error: EdgeError, method: HTTPRequest.Method, path: String) -> Answer {
        other.render(error, method: method, path: path)
    }
}
