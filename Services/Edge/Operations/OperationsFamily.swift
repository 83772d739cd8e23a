// The operations family: what operators and their tools ask, on a port of its own.

import BaliseJSON
import HTTPTypes
import Logging
import Models
import ServiceRuntime

/// Health and metrics, and what an operator does to accounts, devices and keys. Errors are problem documents (RFC 9457).
struct OperationsFamily: Family {
    let name = "operations"
    let endpoints: [Endpoint]

    /// The calls of each endpoint, by method.
    private let routes: [[HTTPRequest.Method: OperationsRoute]]
    private let fleet: Fleet
    private let access: OperatorAccess
    private let clock: any WallClock

    init(_ fleet: Fleet, _ access: OperatorAccess, clock: any WallClock = SystemClock()) {
        self.fleet = fleet
        self.access = access
        self.clock = clock
        var endpoints: [Endpoint] = []
        var routes: [[HTTPRequest.Method: OperationsRoute]] = []
        for path in OperationsRoute.paths {
            let calls = OperationsRoute.all.filter { $0.path == path }
            let methods = calls.flatMap { $0.isProbe ? [.get, .head] : [$0.method] }
            endpoints.append(Endpoint(path: path, methods: methods, name: calls.map(\.name).joined(separator: "/")))
            routes.append(Dictionary(calls.map { ($0.method, $0) }) { first, _ in first })
        }
        self.endpoints = endpoints
        self.routes = routes
    }

    func covers(_ path: String) -> Bool { true }

    func wantsBody(_ headers: RequestHeaders) -> Bool { MediaType(headers.contentType).kind == .json }

    func answer(_ request: EdgeRequest, at place: Place?) async throws(EdgeError) -> Answer {
        let isOpen = place.map { place in routes[place.endpoint].values.contains { $0.isOpen } } ?? false
        let caller = try await access.check(request, isOpen: isOpen)
        guard let place else { throw EdgeError(.notFound, "there is nothing at this address") }
        let methods = endpoints[place.endpoint].methods
        let method = request.method == .head ? .get : request.method
        guard methods.contains(request.method), let route = routes[place.endpoint][method] else {
            throw EdgeError.methodNotAllowed(allow: methods.map(\.rawValue).joined(separator: ", "))
        }
        if route.changes { try access.checkChange(request) }
        let call = OperationsCall(
            request: request, caller: caller, parameter: place.parameters.first, fleet: fleet, clock: clock)
        let answer = try await route.answer(call)
        // Who did what, for the day on which somebody asks. What it was done to, the service's own log says.
        if route.changes {
            let metadata: Logger.Metadata = [
                "event": "operator-change", "call": "\(route.name)", "operator": "\(caller)",
            ]
            request.logger.notice("an operator changed something", metadata: metadata)
        }
        return answer
    }

    func render(_ error: EdgeError, method: HTTPRequest.Method, path: String) -> Answer {
        var json = JSONWriter()
        json.write(#"{"type":"about:blank","title":"#)
        json.write(string: error.status.reasonPhrase)
        json.write(#","status":"#)
        json.write(error.status.code)
        if !error.message.isEmpty {
            json.write(#","detail":"#)
            json.write(string: error.message)
        }
        json.write("}")
        var answer = Answer(error.status, json: json.bytes)
        answer.contentType = .problem
        if error.status == .unauthorized {
            answer.fields.append(HTTPField(name: .wwwAuthenticate, value: "Bearer"))
        }
        return answer
    }

    func crossOriginFields(origin: String?) -> [HTTPField] { [] }
}

extension HTTPField {
    static let problem = HTTPField(name: .contentType, value: "application/problem+json")
}
