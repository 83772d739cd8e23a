// An API of constant texts. Its errors look like those of another API.

import HTTPTypes
import Models
import NIOCore

struct DocumentAPI: API {
    typealias Document = @Sendable (EdgeRequest) -> Answer

    let name: String
    let routes: [Route<Document>]
    let crossOrigin: CrossOrigin

    private let other: any API

    private init(
        _ name: String, at paths: [String], like other: any API, crossOrigin: CrossOrigin? = nil,
        _ document: @escaping Document
    ) {
        self.name = name
        routes = paths.map { .get($0, name: name, document) }
        self.other = other
        self.crossOrigin = crossOrigin ?? other.crossOrigin
    }

    /// Makes the API of `openapi.yaml`, with all public routes, and `openapi-operators.yaml`, with the operators' port.
    static func openAPI(like other: any API) -> DocumentAPI {
        let type = HTTPField(name: .contentType, value: "application/yaml")
        let operators = "/openapi-operators.yaml"
        return DocumentAPI("openapi", at: ["/openapi.yaml", operators], like: other) { request in
            let document = request.path == operators ? EmbeddedDocument.operatorsOpenAPI : EmbeddedDocument.openAPI
            return document.answer(type, for: request)
        }
    }

    /// Makes the API of the script for Ecovelo's web app. Pages of any origin may load it, as it contains no secret.
    static func ecoveloShim(like other: any API) -> DocumentAPI {
        let type = HTTPField(name: .contentType, value: "text/javascript; charset=utf-8")
        let fields = [HTTPField(name: .cacheControl, value: "public, max-age=3600")]
        return DocumentAPI(
            "ecovelo-sdk", at: ["/ecovelo/ecovelo-sdk.js", "/ecovelo-sdk.js"], like: other, crossOrigin: .anyPage
        ) { request in
            EmbeddedDocument.ecoveloSDK.answer(type, fields: fields, for: request)
        }
    }

    /// Makes the API of the file that lets apps use this domain's passkeys and passwords. Apple's servers read it.
    static func appleApps(_ ids: [String], like other: any API) -> DocumentAPI {
        let apps = ids.map { "\"\($0)\"" }.joined(separator: ",")
        let answer = Answer(.ok, .json, ByteBuffer(string: #"{"webcredentials":{"apps":[\#(apps)]}}"#))
            .with(HTTPField(name: .cacheControl, value: "public, max-age=3600"))
        let path = "/.well-known/apple-app-site-association"
        return DocumentAPI("apple-app-site-association", at: [path], like: other) { _ in answer }
    }

    /// Makes the API of `/healthz`: the edge answers a load balancer. The operations port reports on services.
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
