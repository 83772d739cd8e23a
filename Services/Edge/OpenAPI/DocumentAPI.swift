// Texts that are part of the program, served as they are: the API's document, and the web shim.

import HTTPTypes
import Models

/// Serves one text at some paths. Its errors look like those of another API.
struct DocumentAPI: API {
    let name: String
    let routes: [Route<Answer>]
    let crossOrigin: CrossOrigin

    private let other: any API

    /// - Parameter crossOrigin: That of the other API, unless given.
    private init(
        _ name: String, at paths: [String], _ document: Answer, like other: any API, crossOrigin: CrossOrigin? = nil
    ) {
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

    func covers(_ path: String) -> Bool { false }

    func wantsBody(_ headers: RequestHeaders) -> Bool { false }

    func answer(_ request: EdgeRequest, by route: Route<Answer>) async throws(EdgeError) -> Answer {
        route.handler.tagged(for: request)
    }

    func render(_ error: EdgeError, method: HTTPRequest.Method, path: String) -> Answer {
        other.render(error, method: method, path: path)
    }
}
