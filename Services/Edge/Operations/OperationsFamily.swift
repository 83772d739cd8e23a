// The operations family: what the operator's tools ask, on a port of their own.

import HTTPInterface
import HTTPTypes
import Models
import ServiceRuntime

/// Health and metrics, for callers on this machine and for who shows the operator's key. Errors are problem documents
/// (RFC 9457).
struct OperationsFamily: Family {
    let name = "operations"
    let endpoints: [Endpoint]

    private let routes: [OperationsRoute]
    private let fleet: Fleet
    private let key: Secret?

    init(_ fleet: Fleet, key: Secret?) {
        self.fleet = fleet
        self.key = key
        routes = OperationsRoute.all
        endpoints = routes.map { Endpoint(path: $0.path, methods: [.get, .head], name: $0.name) }
    }

    func covers(_ path: String) -> Bool { true }

    func wantsBody(_ headers: RequestHeaders) -> Bool { false }

    func answer(_ request: EdgeRequest, at place: Place?) async throws(EdgeError) -> Answer {
        try authorize(request)
        guard let place else { throw EdgeError(.notFound, "there is nothing at this address") }
        guard request.method == .get || request.method == .head else {
            throw EdgeError.methodNotAllowed(allow: "GET, HEAD")
        }
        return try await routes[place.endpoint].answer(request, fleet)
    }

    private func authorize(_ request: EdgeRequest) throws(EdgeError) {
        let address = request.context.client?.address?.value ?? ""
        if address == "::1" || address.hasPrefix("127.") { return }
        let scheme = "Bearer "
        guard let key, let authorization = request.headers.authorization, authorization.hasPrefix(scheme),
            isSame(authorization.utf8.dropFirst(scheme.utf8.count), key.value.utf8)
        else { throw EdgeError(.authenticationRequired, "show the operator's key, or call from this machine") }
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

/// A call of the operations port, like a table of contents.
struct OperationsRoute: Sendable {
    let name: String
    let path: String
    let answer: @Sendable (EdgeRequest, Fleet) async throws(EdgeError) -> Answer

    static let all = [
        OperationsRoute(name: "livez", path: "/livez", answer: livez),
        OperationsRoute(name: "readyz", path: "/readyz", answer: readyz),
        OperationsRoute(name: "metrics", path: "/metrics", answer: metrics),
    ]
}

extension HTTPField {
    static let problem = HTTPField(name: .contentType, value: "application/problem+json")
}

/// Compares in a time that does not tell how much of the secret was right.
private func isSame(_ one: some Collection<UInt8>, _ secret: some Collection<UInt8>) -> Bool {
    guard one.count == secret.count else { return false }
    return zip(one, secret).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
}
