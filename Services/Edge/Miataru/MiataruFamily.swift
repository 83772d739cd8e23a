// The Miataru family: its paths, and what it answers where no route does.

import BaliseAPI
import BaliseJSON
import HTTPTypes
import Models

/// The Miataru API, versions 1.0 and 1.1, under `/v1/…` and at the root, and the pages that its server has.
///
/// A body that is no JSON is refused before the path is looked at, an unknown path before the method.
struct MiataruFamily: Family {
    let name = "miataru"
    let endpoints: [Endpoint]

    private enum Target: Sendable {
        case call(MiataruRoute)
        case map
        case page(Page)
    }

    private let targets: [Target]
    private let services: any Services
    private let crossOrigin: CrossOrigin

    /// - Parameter allowedOrigins: The web pages that may call from a browser.
    init(_ services: any Services, allowedOrigins: [String]) {
        self.services = services
        crossOrigin = CrossOrigin(allowedOrigins, withCredentials: true)
        var endpoints: [Endpoint] = []
        var targets: [Target] = []
        for route in MiataruRoute.all {
            for path in route.endpoint.paths {
                endpoints.append(Endpoint(path: path, methods: [.post], name: route.endpoint.rawValue))
                targets.append(.call(route))
            }
        }
        for path in MiataruEndpoint.getLocationGeoJSON.paths {
            let name = MiataruEndpoint.getLocationGeoJSON.rawValue
            // As the reference's router, which only its parser of bodies makes stricter for the calls.
            endpoints.append(
                Endpoint(path: path + "/{device}", methods: [.get, .head], name: name, isLenient: true))
            targets.append(.map)
        }
        for page in Page.all {
            endpoints.append(Endpoint(path: page.path, methods: [.get, .head], name: page.name, isLenient: true))
            targets.append(.page(page))
        }
        self.endpoints = endpoints
        self.targets = targets
    }

    func covers(_ path: String) -> Bool { path.utf8.starts(with: "/v1/".utf8) }

    func wantsBody(_ headers: RequestHeaders) -> Bool { MediaType(headers.contentType).kind != .other }

    func answer(_ request: EdgeRequest, at place: Place?) async throws(EdgeError) -> Answer {
        let body = try miataruBody(of: request)
        if request.method == .options { return try preflight(request, at: place) }
        guard let place else { throw EdgeError(.notFound, "") }
        switch targets[place.endpoint] {
        case .call(let route):
            guard request.method == .post else { throw EdgeError.methodNotAllowed(allow: "POST, OPTIONS") }
            return try await route.answer(MiataruCall(request: request, services: services, body: body))
        case .map:
            guard request.method == .get || request.method == .head else { throw EdgeError(.notFound, "") }
            let call = MiataruCall(request: request, services: services, body: body)
            return try await getLocationGeoJSON(call, place.parameters.first ?? "").tagged(for: request)
        case .page(let page):
            guard request.method == .get || request.method == .head else { throw EdgeError(.notFound, "") }
            return page.answer.tagged(for: request)
        }
    }

    func crossOriginFields(origin: String?) -> [HTTPField] { crossOrigin.fields(for: origin) }

    /// A browser asks whether a page may call. From a page that may, any path answers; otherwise only a call does.
    private func preflight(_ request: EdgeRequest, at place: Place?) throws(EdgeError) -> Answer {
        var answer = Answer(.noContent)
        if crossOrigin.allows(request.headers.origin) {
            answer.fields = MiataruFamily.preflightFields
            return answer
        }
        guard let place, case .call = targets[place.endpoint] else { throw EdgeError(.notFound, "") }
        return answer
    }

    private static let preflightFields = [
        HTTPField(name: .accessControlAllowMethods, value: "GET,POST,PUT,DELETE,OPTIONS"),
        HTTPField(name: .accessControlAllowHeaders, value: "Content-Type,Authorization,X-Requested-With"),
    ]

    func render(_ error: EdgeError, method: HTTPRequest.Method, path: String) -> Answer {
        var json = JSONWriter()
        json.write(#"{"error":"#)
        json.write(string: text(of: error, method, path))
        json.write("}")
        return Answer(error.status, json: json.bytes)
    }

    private func text(of error: EdgeError, _ method: HTTPRequest.Method, _ path: String) -> String {
        switch error.code {
        case .notFound: "Not found: \(path)"
        case .methodNotAllowed: "Method not supported on endpoint \(path): \(method.rawValue)"
        case .invalidRequest where error.status == .badRequest: "Bad Request: \(error.message)"
        case .authenticationRequired: "Unauthorized: \(error.message)"
        case .forbidden: "Forbidden: \(error.message)"
        default:
            error.message.isEmpty ? error.status.reasonPhrase : "\(error.status.reasonPhrase): \(error.message)"
        }
    }
}
