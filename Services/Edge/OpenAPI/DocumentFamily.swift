// Texts that are part of the program, served as they are: the API's document, and the web shim.

import HTTPTypes
import Models

/// Serves one text at some paths. Its errors look like those of another family.
struct DocumentFamily: Family {
    let name: String
    let endpoints: [Endpoint]

    private let document: Answer
    private let other: any Family
    /// What a page reads beside the answer, whatever its origin; nil where it reads what the other family gives it.
    private let crossOrigin: [HTTPField]?

    private init(
        _ name: String, at paths: [String], _ document: Answer, like other: any Family, crossOrigin: [HTTPField]? = nil
    ) {
        self.name = name
        endpoints = paths.map { Endpoint(path: $0, methods: [.get, .head], name: name) }
        self.document = document
        self.other = other
        self.crossOrigin = crossOrigin
    }

    /// `openapi.yaml`, the document that describes every route.
    static func openAPI(like other: any Family) -> DocumentFamily {
        let type = HTTPField(name: .contentType, value: "application/yaml")
        return DocumentFamily(
            "openapi", at: ["/openapi.yaml"], Answer(.ok, type, EmbeddedDocument.openAPI.content), like: other)
    }

    /// `ecovelo-sdk.js`, which pages of any origin may load: there is nothing secret in it.
    static func ecoveloShim(like other: any Family) -> DocumentFamily {
        let type = HTTPField(name: .contentType, value: "text/javascript; charset=utf-8")
        var document = Answer(.ok, type, EmbeddedDocument.ecoveloSDK.content)
        document.fields = [HTTPField(name: .cacheControl, value: "public, max-age=3600")]
        return DocumentFamily(
            "ecovelo-sdk", at: ["/ecovelo/ecovelo-sdk.js", "/ecovelo-sdk.js"], document, like: other,
            crossOrigin: [HTTPField(name: .accessControlAllowOrigin, value: "*")])
    }

    func covers(_ path: String) -> Bool { false }

    func wantsBody(_ headers: RequestHeaders) -> Bool { false }

    func answer(_ request: EdgeRequest, at place: Place?) async throws(EdgeError) -> Answer {
        guard place != nil else { throw EdgeError(.notFound, "") }
        guard request.method == .get || request.method == .head else {
            throw EdgeError.methodNotAllowed(allow: "GET, HEAD")
        }
        return document.tagged(for: request)
    }

    func render(_ error: EdgeError, method: HTTPRequest.Method, path: String) -> Answer {
        other.render(error, method: method, path: path)
    }

    func crossOriginFields(origin: String?) -> [HTTPField] {
        crossOrigin ?? other.crossOriginFields(origin: origin)
    }
}
