@testable import Edge

@Suite("The port that redirects to https") struct RedirectTests {
    private func ask<T: Sendable>(
        origin: String? = nil, port: Int = 8443, _ body: (inout TestConnection) async throws -> T
    ) async throws -> T {
        let redirect = RedirectAPI(origin: origin) { port }
        return try await withServer(Router([redirect], fallback: redirect), Settings().http) { server in
            try await withConnection(to: server.port, body)
        }
    }

    private func answer(
        _ request: String, origin: String? = nil, port: Int = 8443
    ) async throws -> TestResponse {
        try await ask(origin: origin, port: port) { connection in
            try await connection.write(request)
            return try await connection.readResponse()
        }
    }

    @Test(
        "Each path leads to the same path of the called name by https",
        arguments: [
            ("balise.example", 8443, "https://balise.example:8443/v1/a%20b?c=d&e"),
            ("balise.example:8080", 443, "https://balise.example/v1/a%20b?c=d&e"),
            ("[::1]:8080", 8443, "https://[::1]:8443/v1/a%20b?c=d&e"),
        ])
    func calledName(_ host: String, _ port: Int, _ location: String) async throws {
        let answer = try await answer("GET /v1/a%20b?c=d&e HTTP/1.1\r\nHost: \(host)\r\n\r\n", port: port)
        #expect(answer.status == 308 && answer.header("location") == location)
        #expect(answer.header("strict-transport-security") == nil, "RFC 6797, section 7.2")
    }

    @Test("With a public address, all paths lead there, whatever the request names")
    func publicAddress() async throws {
        let answer = try await answer(
            "POST /v1/x HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 2\r\n\r\n{}", origin: "https://balise.example"
        )
        #expect(answer.status == 308 && answer.header("location") == "https://balise.example/v1/x")
    }

    @Test(
        "What is no request is answered 400",
        arguments: [
            "\u{16}\u{3}\u{1}\u{2}\u{0}hello\r\n\r\n", "hello\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a@b\r\n\r\n", "GET / HTTP/1.1\r\nHost: a%b\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: :80\r\n\r\n", "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
        ])
    func noRequest(_ text: String) async throws {
        let answer = try await answer(text)
        #expect(answer.status == 400 && answer.header("location") == nil)
    }
}
