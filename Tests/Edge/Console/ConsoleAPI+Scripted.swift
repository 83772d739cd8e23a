@testable import Edge

func withConsole<T: Sendable>(
    _ services: ScriptedServices, clock: SetClock = SetClock(), origin: String? = nil,
    tiles: MapTiles? = nil, access: OperatorAccess = .sample(key: Secret("0123456789abcdef")),
    _ body: (RunningEdge) async throws -> T
) async throws -> T {
    services.onceUnscripted(AppendAuditEntry.self) { _ in Done() }
    let health = ServiceHealth(services: services, peers: [:], readiness: Readiness(), metrics: MetricsRegistry())
    let sessions = ConsoleSessions(clock: clock, address: { origin ?? "http://edge" })
    let operations = OperationsAPI(health, access, console: sessions, clock: clock)
    let console = ConsoleAPI(operations: operations, origin: origin, serverName: "Balise", tiles: tiles)
    return try await withServer(Router([console, operations], fallback: operations), Settings().http) { edge in
        try await body(edge)
    }
}

extension RunningEdge {
    var origin: String { "http://localhost" }

    func callFromConsole(
        _ method: String, _ path: String, _ json: String = "{}", cookie: String? = nil, origin: String? = nil,
        fields: [(String, String)] = []
    ) async throws -> TestResponse {
        var headers = [("X-Requested-With", "BaliseConsole")] + fields
        if let cookie { headers.append(("Cookie", cookie)) }
        guard method != "GET" else { return try await request(method, path, headers: headers) }
        headers += [("Content-Type", "application/json"), ("Origin", origin ?? self.origin)]
        return try await request(method, path, headers: headers, body: json)
    }

    func link(with credential: (String, String)) async throws -> String {
        let answer = try await post("/console-links", "{}", headers: [credential])
        return answer.body.firstMatch(of: #/#link=([\w-]+)"/#).map { String($0.1) } ?? answer.body
    }

    func cookie(with credential: (String, String) = RunningEdge.token) async throws -> String {
        let answer = try await callFromConsole(
            "POST", "/console/session", #"{"link":"\#(try await link(with: credential))"}"#)
        return String((answer.header("Set-Cookie") ?? "").prefix { $0 != ";" })
    }

    static let token = ("Authorization", "Bearer \(OperatorAccess.sampleToken)")
}

final class RevocableAccess: Sendable {
    let isRevoked = Mutex(false)

    var access: OperatorAccess {
        let sample = OperatorAccess.sample()
        return OperatorAccess(token: sample.token, key: nil, attempts: sample.attempts) {
            (request, scopes) async throws(EdgeError) in
            guard !self.isRevoked.withLock({ $0 }) else { throw EdgeError(.invalidToken, "revoked") }
            return try await sample.authorize(request, scopes)
        }
    }
}
