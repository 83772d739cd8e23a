// The routes of one family, found by place and method.

import HTTPTypes
import Models

/// Routes by their path, and what becomes of a call: its caller is found where the route needs one.
struct APIRouteTable: Sendable {
    /// The paths, in the order in which the routes name them first.
    let endpoints: [Endpoint]
    /// The routes of each endpoint.
    private let routes: [[APIRoute]]
    /// The kinds of credentials that open the routes of accounts.
    private let accepted: AcceptedCredentials

    /// - Parameters:
    ///   - root: What the paths of all routes begin with.
    ///   - accepted: The kinds of credentials that open the routes of accounts.
    init(_ all: [APIRoute], under root: String, accepting accepted: AcceptedCredentials) {
        self.accepted = accepted
        var paths: [String] = []
        for route in all where !paths.contains(route.path) { paths.append(route.path) }
        routes = paths.map { path in all.filter { $0.path == path } }
        endpoints = zip(paths, routes).map { path, routes in
            Endpoint(path: root + path, methods: routes.map(\.method), name: path)
        }
    }

    /// The methods that a place takes, as `Allow` has them.
    func allow(at place: Place) -> String {
        let names = routes[place.endpoint].flatMap { $0.method == .get ? ["GET", "HEAD"] : [$0.method.rawValue] }
        return (names + ["OPTIONS"]).joined(separator: ", ")
    }

    /// Answers a call; 405 for a method without a route.
    ///
    /// What takes GET takes HEAD (RFC 9110, section 9.1); the body of the answer is left out where it is written.
    func answer(_ call: APICall, at place: Place) async throws(EdgeError) -> Answer {
        let method = call.request.method == .head ? .get : call.request.method
        guard let route = routes[place.endpoint].first(where: { $0.method == method }) else {
            throw EdgeError.methodNotAllowed(allow: allow(at: place))
        }
        switch route.handling {
        case .anybody(let handle): return try await handle(call)
        case .account(let servesStale, let handle):
            return try await handle(
                call,
                try await call.authenticator.caller(of: call.request, servesStale: servesStale, accepting: accepted))
        case .recentSignIn(let handle):
            let caller = try await call.authenticator.caller(
                of: call.request, servesStale: false, accepting: accepted)
            try RecentSignIn.check(caller.principal, at: call.clock.now())
            return try await handle(call, caller)
        case .program(let scopes, let handle):
            let principal = try await call.authenticator.authorize(call.request, anyOf: scopes)
            guard let publisher = Publisher(principal) else { throw .refused(.invalidToken) }
            return try await handle(call, publisher)
        }
    }
}
