import ServiceLifecycle

@testable import ServiceRuntime

@Suite("The keys command") struct KeysTests {
    @Test("It makes a key pair for every service, with secrets for the owner only, and keeps existing ones")
    func keys() throws {
        let folder = try TemporaryFolder()
        let settings = try Settings.load(
            arguments: ["--bus-keys", folder.url.appendingPathComponent("a/keys").path], environment: [:])
        let first = TestProgram()
        try first.program.makeKeys(settings)
        #expect(try folder.mode("a/keys") == 0o700)
        var secrets: [ServiceName: String] = [:]
        for service in ServiceName.allCases {
            #expect(try folder.mode("a/keys/\(service).secret") == 0o600)
            secrets[service] = try read("a/keys/\(service).secret", folder)
            _ = try read("a/keys/\(service).public", folder)
        }
        _ = try settings.curve(for: [.edge, .location])
        #expect(first.output.contains("made \(folder.url.path)/a/keys/location.secret and its public key"))
        let second = TestProgram()
        try second.program.makeKeys(settings)
        #expect(second.output.contains("kept \(folder.url.path)/a/keys/location.secret, which exists"))
        #expect(!second.output.contains("made"))
        for service in ServiceName.allCases {
            #expect(try read("a/keys/\(service).secret", folder) == secrets[service])
        }
    }

    @Test("Without a setting the keys are stored apart from the services' secrets")
    func apart() async throws {
        let folder = try TemporaryFolder()
        let secret = folder.url.appendingPathComponent("keys/auth-session.secret")
        let random = { [UInt8](repeating: 5, count: $0) }
        let file = SecretFile(secret, name: "a secret", ifLost: "")
        let content = try file.load(isNeeded: false, random: random)
        let settings = try Settings.load(arguments: ["--data-dir", folder.url.path], environment: [:])
        try TestProgram().program.makeKeys(settings)
        #expect(try file.load(isNeeded: true, random: random) == content)
        #expect(try read("keys/bus/auth-session.secret", folder).utf8.count == 41)
        _ = try settings.curve(for: [.authSession])
    }

    @Test("The folder of the services' secrets is refused for keys, and stays unchanged")
    func secrets() async throws {
        let folder = try TemporaryFolder()
        let test = TestProgram()
        let keys = folder.url.appendingPathComponent("keys").path
        let environment = ["BALISE_DATA_DIR": folder.url.path, "BALISE_BUS_KEYS": keys]
        #expect(await test.program.run(arguments: ["keys"], environment: environment) == 78)
        #expect(test.complaint.contains("leave it out for \(keys)/bus"))
        #expect(!FileManager.default.fileExists(atPath: keys))
    }

    private func read(_ name: String, _ folder: TemporaryFolder) throws -> String {
        try String(contentsOf: folder.url.appendingPathComponent(name), encoding: .utf8)
    }
}

@Suite("The health command of a program with an edge", .timeLimit(.minutes(10))) struct HealthTests {
    @Test(
        "The answer of /readyz decides the result",
        arguments: [
            ("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}", nil),
            (
                "HTTP/1.1 503 Service Unavailable\r\n\r\n{\"location\":\"starting\"}",
                "not ready (status 503): {\"location\":\"starting\"}"
            ),
            (
                "HTTP/1.1 503 Service Unavailable\r\n\r\nedge: \u{1B}[2J\nlocation: starting",
                "not ready (status 503): edge: ?[2J\nlocation: starting"
            ),
            ("nonsense", "nothing answers on the operations port, http://127.0.0.1:"),
            ("", "nothing answers on the operations port, http://127.0.0.1:"),
        ] as [(String, String?)])
    func answers(_ answer: String, _ complaint: String?) async throws {
        let listener = try PortListener()
        let port = listener.port
        let server = Thread { listener.answer(answer, proving: Self.token) }
        server.start()
        let failure = await failure(port: port)
        #expect((failure == nil) == (complaint == nil))
        if let complaint { #expect(failure?.hasPrefix(complaint) == true) }
    }

    @Test("Without an answer the program is not healthy")
    func nobody() async throws {
        let port = try freePort()
        let failure = await failure(port: port)
        #expect(failure?.hasSuffix(":\(port); if the program has ended, its log says why") == true)
    }

    @Test("A port whose answer has no end does not answer")
    func endless() throws {
        let listener = try PortListener()
        let server = Thread { listener.answer("HTTP/1.1 200 OK\r\n\r\n{}") }
        server.start()
        var probe = OperationsProbe(host: "127.0.0.1", port: listener.port, timeout: .seconds(3))
        let start = ContinuousClock.now
        let calls = Mutex(0)
        probe.now = {
            calls.withLock { calls in
                calls += 1
                return start + .seconds(calls * 6)
            }
        }
        #expect(throws: NotHealthy.self) { try probe.send("GET", "/readyz", nil) }
    }

    @Test("With a wait, the program has time to become ready")
    func wait() async throws {
        let listener = try PortListener()
        let port = listener.port
        let server = Thread {
            listener.answer("HTTP/1.1 503 Service Unavailable\r\n\r\n{}", proving: Self.token)
            listener.answer("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}", proving: Self.token)
        }
        server.start()
        #expect(await failure(port: port, within: .seconds(60)) == nil)
    }

    @Test("A server is ready only if it proves that it has the token of the data folder", arguments: [true, false])
    func ownInstance(isOwn: Bool) async throws {
        let listener = try PortListener()
        let server = Thread { listener.answer("HTTP/1.1 200 OK\r\n\r\nready", proving: isOwn ? Self.token : nil) }
        server.start()
        let failure = await failure(port: listener.port)
        #expect((failure == nil) == isOwn && failure?.contains("another Balise answers") != false)
    }

    @Test("A server that answers although the data folder has no token ends the wait")
    func missingToken() async throws {
        let listener = try PortListener()
        let server = Thread { while true { listener.answer("HTTP/1.1 200 OK\r\n\r\nready") } }
        server.start()
        let failure = await failure(port: listener.port, within: .seconds(3600), hasToken: false)
        #expect(failure?.hasPrefix("another Balise answers on the operations port, 0.0.0.0:") == true)
        #expect(failure?.contains("has no operator.token of it") == true)
    }

    @Test("A port that the system picks must be named")
    func unknownPort() async {
        #expect(await failure(port: 0) == "operations.port is 0: give the port that the program picked")
    }

    private static let token = String(repeating: "t", count: 43)

    private func failure(port: Int, within time: Duration = .zero, hasToken: Bool = true) async -> String? {
        do {
            let folder = try TemporaryFolder()
            defer { withExtendedLifetime(folder) {} }
            if hasToken { #expect(chmod(try folder.write(Self.token, to: "operator.token"), 0o600) == 0) }
            let place = ["--data-dir", folder.url.path]
            let settings = try Settings.load(
                arguments: ["--operations-port", "\(port)", "--operations-host", "0.0.0.0"] + place, environment: [:])
            try await TestProgram(name: "edge", services: [ToyEdge.self]).program.checkHealth(settings, within: time)
            return nil
        } catch { return "\(error)" }
    }
}
