@testable import Edge

@Suite("Access to the operations port", .timeLimit(.minutes(10))) struct OperatorAccessTests {
    private static let key = "0123456789abcdef"

    struct Caller: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var address = "127.0.0.1"
        var host: String? = "localhost:8081"
        var authorization: String?
        var apiKey: String?
        var origin: String?
        var isPassedOn = false
        var answer: ErrorCode?

        init(_ who: String, _ answer: ErrorCode? = nil, _ change: (inout Caller) -> Void = { _ in }) {
            testDescription = who
            self.answer = answer
            change(&self)
        }

        var request: EdgeRequest {
            .sample(from: address) { headers in
                (headers.host, headers.authorization) = (host, authorization)
                (headers.apiKey, headers.origin) = (apiKey, origin)
                headers.isPassedOn = isPassedOn
            }
        }
    }

    private static let token = OperatorAccess.sampleToken

    @Test(
        "The port accepts the operator's token and key and keys with the scope, from any address",
        arguments: [
            Caller("this machine", .authenticationRequired),
            Caller("this machine over IPv6", .authenticationRequired) { ($0.address, $0.host) = ("::1", "[::1]:8081") },
            Caller("another machine", .authenticationRequired) { $0.address = "9.9.9.9" },
            Caller("this machine with the token") { $0.authorization = "Bearer \(token)" },
            Caller("this machine with the key") { $0.authorization = "Bearer \(key)" },
            Caller("this machine with a wrong token", .authenticationRequired) {
                $0.authorization = "Bearer \(token.dropLast())X"
            },
            Caller("this machine with the token and no scheme", .authenticationRequired) { $0.authorization = token },
            Caller("another machine with the token") {
                ($0.address, $0.authorization) = ("9.9.9.9", "Bearer \(token)")
            },
            Caller("another machine with the key") { ($0.address, $0.authorization) = ("9.9.9.9", "Bearer \(key)") },
            Caller("another machine with a wrong key", .authenticationRequired) {
                ($0.address, $0.authorization) = ("9.9.9.9", "Bearer 0123456789abcdeX")
            },
            Caller("another machine with an API key") { ($0.address, $0.apiKey) = ("9.9.9.9", "bk_operate") },
            Caller("another machine with an API key for other things", .forbidden) {
                ($0.address, $0.apiKey) = ("9.9.9.9", "bk_publish")
            },
            Caller("somebody behind a proxy with the token") {
                ($0.isPassedOn, $0.authorization) = (true, "Bearer \(token)")
            },
            Caller("a page in a browser here", .forbidden) { $0.origin = "https://example.org" },
            Caller("a page of no origin", .forbidden) { $0.origin = "null" },
            Caller("a page that shows the token", .forbidden) {
                ($0.origin, $0.authorization) = ("http://localhost:8081", "Bearer \(token)")
            },
        ])
    func access(_ caller: Caller) async { await expect(caller, isOpen: false) }

    @Test(
        "The port answers health checks of this machine without a credential",
        arguments: [
            Caller("this machine"), Caller("this machine over IPv6") { ($0.address, $0.host) = ("::1", "[::1]:8081") },
            Caller("this machine by its address") { $0.host = "127.0.0.1" },
            Caller("an old client without Host") { $0.host = nil },
            Caller("another machine", .authenticationRequired) { $0.address = "9.9.9.9" },
            Caller("this machine with a token of another", .authenticationRequired) {
                $0.authorization = "Bearer \(token.dropLast())X"
            },
            Caller("a page whose name was made to lead here", .authenticationRequired) {
                $0.host = "rebound.example.org:8081"
            },
            Caller("a name that begins like an address", .authenticationRequired) { $0.host = "127.0.0.1.example.org" },
            Caller("somebody behind a proxy on this machine", .authenticationRequired) { $0.isPassedOn = true },
            Caller("a page in a browser here", .forbidden) { $0.origin = "https://example.org" },
        ])
    func healthChecks(_ caller: Caller) async { await expect(caller, isOpen: true) }

    private func expect(_ caller: Caller, isOpen: Bool) async {
        let access = OperatorAccess.sample(key: Secret(Self.key))
        do throws(EdgeError) {
            _ = try await access.check(caller.request, for: isOpen ? .anybody : .apiKey([.operate]))
            #expect(caller.answer == nil)
        } catch { #expect(error.code == caller.answer) }
    }

    @Test("The port proves to every caller except pages that it has the token")
    func proof() async throws {
        let listening = ListeningAddresses()
        listening.record(.operations, host: "0.0.0.0", port: 8081)
        var access = OperatorAccess.sample()
        access.listening = listening
        let proof = OperatorToken.proof(of: Secret(Self.token), for: "c1", port: 8081)
        try await withOperations(ScriptedServices(), access: access) { edge in
            let edge = edge.unknown
            let path = "/livez?challenge=c1"
            let shown = try await edge.request("GET", path, headers: [("X-Forwarded-For", "192.0.2.7")])
            #expect(shown.status == 200 && shown.body == "proof \(proof)\n")
            let refused = try await edge.request("GET", path, headers: [("Origin", "https://a.example")])
            #expect(refused.status == 403)
        }
    }

    @Test("The port accepts the right token after any number of wrong ones")
    func wrongTokens() async throws {
        let access = OperatorAccess.sample(key: Secret(Self.key))
        var caller = Caller("this machine")
        var codes: [ErrorCode] = []
        for _ in 0..<9 {
            caller.authorization = "Bearer 0123456789abcdeX"
            do throws(EdgeError) { _ = try await access.check(caller.request) } catch { codes.append(error.code) }
        }
        #expect(codes.first == .authenticationRequired && codes.last == .rateLimited)
        caller.authorization = "Bearer \(Self.token)"
        _ = try await access.check(caller.request)
    }

    @Test("The port accepts the right token and key while other checks take all places")
    func takenPlaces() async throws {
        let attempts = AttemptLimiter(failuresPerMinute: 3, registrationsPerMinute: 3, refusalTime: .zero)
        let access = OperatorAccess(token: Secret(Self.token), key: Secret(Self.key), attempts: attempts) {
            (_, _) async throws(EdgeError) -> Principal in throw EdgeError(.forbidden, "no")
        }
        let (begun, begins) = AsyncStream<Void>.makeStream()
        let (ended, ends) = AsyncStream<Void>.makeStream()
        let others = (0..<VerificationLimiter.always).map { _ in
            Task {
                try? await attempts.verified(.token, from: "127.0.0.1", isWrong: { _ in false }) {
                    begins.yield()
                    // Until the stream ends.
                    for await _ in ended {}
                }
            }
        }
        var places = begun.makeAsyncIterator()
        for _ in others { _ = await places.next() }
        for secret in [Self.token, Self.key] {
            _ = try await access.check(Caller("the operator") { $0.authorization = "Bearer \(secret)" }.request)
        }
        ends.finish()
        for task in others { _ = await task.value }
    }

    @Test(
        "A header that a proxy adds opens nothing",
        arguments: ["Forwarded", "Via", "X-Real-IP", "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host"])
    func proxies(_ field: String) async throws {
        try await withOperations(ScriptedServices()) { edge in
            let unknown = edge.unknown
            let direct = try await unknown.request("GET", "/livez")
            let passedOn = try await unknown.request("GET", "/livez", headers: [(field, "192.0.2.7")])
            let withToken = try await edge.request("GET", "/livez", headers: [(field, "192.0.2.7")])
            #expect([direct, passedOn, withToken].map(\.status) == [200, 401, 200])
        }
    }

    @Test(
        "The port refuses a change that a form of a web page could send",
        arguments: [nil, "text/plain", "application/x-www-form-urlencoded"])
    func forms(_ contentType: String?) async throws {
        let services = ScriptedServices()
        let headers = contentType.map { [("Content-Type", $0)] } ?? []
        try await withOperations(services) { edge in
            var edge = edge
            edge.usualFields = []
            for (method, path) in [
                ("POST", "/signing-keys/rotate"), ("POST", "/accounts/0a/disable"), ("DELETE", "/accounts/0a"),
                ("DELETE", "/api-keys/0a"), ("POST", "/devices/remove-key"),
            ] {
                try await edge.request(method, path, headers: headers, body: "{}").expect(415)
            }
            let origin = [("Origin", "http://127.0.0.1"), ("Content-Type", "application/json")]
            try await edge.request("POST", "/signing-keys/rotate", headers: origin, body: "{}").expect(403)
            let preflight = try await edge.request("OPTIONS", "/signing-keys/rotate", headers: origin).expect(403)
            #expect(preflight.headers.allSatisfy { !$0.name.hasPrefix("access-control") })
            let rebound = try await withConnection(to: edge.port) { connection in
                try await connection.write("GET /readyz HTTP/1.1\r\nHost: rebound.example.org\r\n\r\n")
                return try await connection.readResponse()
            }
            #expect(rebound.status == 401)
        }
        #expect(services.contexts.isEmpty)
    }
}
