@testable import Edge

@Suite("The port that redirects to https") struct RedirectTests {
    private func answer(_ request: String) async throws -> TestResponse {
        let redirect = RedirectAPI(origin: "https://balise.example")
        return try await withServer(Router([redirect], fallback: redirect), Settings().http) { server in
            try await withConnection(to: server.port) { connection in
                try await connection.write(request)
                return try await connection.readResponse()
            }
        }
    }

    @Test(
        "Each path leads to the same path of the public address, whatever host the request names",
        arguments: ["balise.example", "evil.example:80", "[::1]:8080", "a]:80", "]", "1.2.3.4]", "-", "."])
    func publicAddress(_ host: String) async throws {
        let answer = try await answer("POST /v1/a%20b?c=d&e HTTP/1.1\r\nHost: \(host)\r\nContent-Length: 2\r\n\r\n{}")
        #expect(answer.status == 308 && answer.header("location") == "https://balise.example/v1/a%20b?c=d&e")
        #expect(answer.header("strict-transport-security") == nil, "RFC 6797, section 7.2")
    }

    @Test(
        "What is no request is answered 400",
        arguments: [
            "\u{16}\u{3}\u{1}\u{2}\u{0}hello\r\n\r\n", "hello\r\n\r\n", "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
        ])
    func noRequest(_ text: String) async throws {
        let answer = try await answer(text)
        #expect(answer.status == 400 && answer.header("location") == nil)
    }
}
