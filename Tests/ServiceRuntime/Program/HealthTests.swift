import ServiceLifecycle

@testable import ServiceRuntime

@Suite("The health command of a program with an edge", .timeLimit(.minutes(10))) struct HealthTests {
    @Test(
        "The answer of /readyz decides the result",
        arguments: [
            ("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}", nil),
            (
                "HTTP/1.1 503 Service Unavailable\r\n\r\n{\"location\":\"starting\"}",
                "not ready (status 503): {\"location\":\"starting\"}"
            ),
            ("nonsense", "nothing answers on the operations port, http://127.0.0.1:"),
            ("", "nothing answers on the operations port, http://127.0.0.1:"),
        ] as [(String, String?)])
    func answers(_ answer: String, _ complaint: String?) async throws {
        let listener = try PortListener()
        let port = listener.port
        let server = Thread { listener.answer(answer) }
        server.start()
        let failure = await failure(port: port)
        #expect((failure == nil) == (complaint == nil))
        if let complaint { #expect(failure?.hasPrefix(complaint) == true) }
    }

    @Test("Without an answer the program is not healthy")
    func nobody() async throws {
        let port = try freePort()
        #expect(await failure(port: port) == "nothing answers on the operations port, http://127.0.0.1:\(port)")
    }

    @Test("A port that the system picks must be named")
    func unknownPort() async {
        #expect(await failure(port: 0) == "operations.port is 0: give the port that the program picked")
    }

    private func failure(port: Int) async -> String? {
        do {
            let settings = try Settings.load(
                arguments: ["--operations-port", "\(port)", "--operations-host", "0.0.0.0"], environment: [:])
            try await TestProgram(name: "edge", services: [ToyEdge.self]).program.checkHealth(settings)
            return nil
        } catch { return "\(error)" }
    }
}
