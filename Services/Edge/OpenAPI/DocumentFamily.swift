// The API's document, served by the edge itself.

import HTTPTypes
import Models
import NIOCore

/// Serves `openapi.yaml`, the document that describes every route. Its errors look like those of another family.
struct DocumentFamily: Family {
    let name = "document"
    let endpoints = [Endpoint(path: "/openapi.yaml", methods: [.get, .head], name: "openapi")]

    private let other: any Family
    private let document = Answer(
        .ok, HTTPField(name: .contentType, value: "application/yaml"), ByteBuffer(bytes: PackageResources.openapi_yaml))

    init(like other: any Family) { self.other = other }

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

    func crossOriginFields(origin: String?) -> [HTTPField] { other.crossOriginFields(origin: origin) }
}
