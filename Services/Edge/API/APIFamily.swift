// The API family: its paths, and what it answers where no route does.

import HTTPInterface
import HTTPTypes
import Models

/// The API of the apps, under `/api/v1/`: sessions, profiles, passwords, devices, notifications, announcements.
///
/// Two apps were there first and read answers in their own forms: one finds what it asked for in an envelope
/// (`success`, `data`), the other at the top level; where both call the same path, one answer serves both. An error is
/// an object of texts only, since one of them reads nothing else.
struct APIFamily: Family {
    /// What the paths of all routes begin with.
    static let root = "/api/v1/"

    let name = "api"
    let endpoints: [Endpoint]

    /// The routes of each endpoint.
    private let routes: [[APIRoute]]
    private let services: any Services
    private let authenticator: Authenticator
    private let attempts: AttemptLimits
    private let clock: any WallClock
    private let positions = PositionReports()
    private let crossOrigin: CrossOrigin

    /// - Parameter allowedOrigins: The web pages that may call from a browser.
    init(
        _ services: any Services, authenticator: Authenticator, attempts: AttemptLimits, clock: any WallClock,
        allowedOrigins: [String]
    ) {
        self.services = services
        self.authenticator = authenticator
        self.attempts = attempts
        self.clock = clock
        crossOrigin = CrossOrigin(allowedOrigins, withCredentials: false)
        var paths: [String] = []
        for route in APIRoute.all where !paths.contains(route.path) { paths.append(route.path) }
        routes = paths.map { path in APIRoute.all.filter { $0.path == path } }
        endpoints = zip(paths, routes).map { path, routes in
            Endpoint(path: APIFamily.root + path, methods: routes.map(\.method), name: path)
        }
    }

    func covers(_ path: String) -> Bool { path.utf8.starts(with: "/api/".utf8) }

    /// JSON, and forms with a JSON part. A body that does not say what it is is taken for JSON.
    func wantsBody(_ headers: RequestHeaders) -> Bool {
        headers.contentType == nil || MediaType(headers.contentType).kind == .json
            || MultipartBoundary(headers.contentType) != nil
    }

    func answer(_ request: EdgeRequest, at place: Place?) async throws(EdgeError) -> Answer {
        guard let place else { throw EdgeError(.notFound, "") }
        let routes = routes[place.endpoint]
        if request.method == .options { return preflight(request, routes) }
        guard let route = routes.first(where: { $0.method == request.method }) else {
            throw EdgeError.methodNotAllowed(allow: allow(routes))
        }
        let call = APICall(
            request: request, services: services, authenticator: authenticator, attempts: attempts, clock: clock,
            positions: positions, parameters: place.parameters)
        var answer: Answer
        switch route.handling {
        case .anybody(let handle):
            answer = try await handle(call)
        case .account(let servesStale, let handle):
            answer = try await handle(call, try await authenticator.caller(of: request, servesStale: servesStale))
        case .publisher(let handle):
            let principal = try await authenticator.authorize(request, scope: .publish)
            guard let publisher = principal.apiKey else { throw .refused(.invalidToken) }
            answer = try await handle(call, publisher)
        }
        answer.fields.append(.noStore)
        return answer
    }

    func crossOriginFields(origin: String?) -> [HTTPField] { crossOrigin.fields(for: origin) }

    /// A browser asks whether a page may call.
    private func preflight(_ request: EdgeRequest, _ routes: [APIRoute]) -> Answer {
        var answer = Answer(.noContent)
        answer.fields.append(HTTPField(name: .allow, value: allow(routes)))
        guard crossOrigin.allows(request.headers.origin) else { return answer }
        answer.fields.append(HTTPField(name: .accessControlAllowMethods, value: allow(routes)))
        // Any header may be sent; only this one has to be named for that.
        answer.fields.append(HTTPField(name: .accessControlAllowHeaders, value: "*, Authorization"))
        return answer
    }

    private func allow(_ routes: [APIRoute]) -> String {
        (routes.map(\.method.rawValue) + ["OPTIONS"]).joined(separator: ", ")
    }
}
