import NIOPosix

@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct RequestRulesTests {
    /// All that the edge sends until it closes the connection.
    private func answer(to bytes: String) async throws -> String {
        try await withEdge(.empty()) { edge in
            try await withConnection(to: edge.port) { connection in
                try await connection.write(bytes)
                return try await connection.readToEnd()
            }
        }
    }

    private func statuses(of answer: String) -> [String] {
        answer.matches(of: /HTTP\/1\.1 (\d+)/).map { String($0.output.1) }
    }

    @Test(arguments: [
        "GET /robots.txt HTTP/1.1\r\n\r\n", "GET /robots.txt HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        "GET /robots.txt HTTP/1.1\r\nHost: a\r\nhOST: a\r\n\r\n",
        "GET /robots.txt HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", "GET /robots.txt HTTP/1.1\r\nHost: a b\r\n\r\n",
        "GET /robots.txt HTTP/1.1\r\nHost: a\tb\r\n\r\n", "GET /robots.txt HTTP/1.1\r\nHost: a/b\r\n\r\n",
        "GET /robots.txt HTTP/1.1\r\nHost: user@a\r\n\r\n", "GET /robots.txt HTTP/1.1\r\nHost: a, b\r\n\r\n",
        "POST /v1/GetLocation HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "GET /robots.txt HTTP/3.7\r\nHost: a\r\n\r\n",
        "POST /v1/GetLocation HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
        "POST /v1/GetLocation HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        "POST /v1/GetLocation HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
        "POST /v1/GetLocation HTTP/1.1\r\nHost: a\r\nContent-Length: -2\r\n\r\n{}",
        "POST /v1/GetLocation HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
            + "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\u{16}\u{3}\u{1}\r\n\r\n",
    ])
    func refusesAmbiguousRequests(_ bytes: String) async throws {
        let received = try await answer(to: bytes)
        #expect(statuses(of: received) == ["400"], "\(received)")
        #expect(received.lowercased().contains("x-content-type-options: nosniff"))
        #expect(received.contains(#"{"error":""#))
        #expect(!received.contains("NIO") && !received.contains("HTTPParser"))
    }

    @Test(arguments: [
        "gzip, chunked", "identity, chunked", "chunked, chunked", "chunked\r\nTransfer-Encoding: chunked",
    ])
    func refusesOtherTransferCodings(_ coding: String) async throws {
        let statuses = statuses(
            of: try await answer(
                to: "POST /v1/GetLocation HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \(coding)\r\n\r\n"
                    + "2\r\n{}\r\n0\r\n\r\n"))
        #expect(statuses == ["501"] || statuses == ["400"], "\(statuses)")
    }

    @Test(arguments: [
        "Authorization", "Idempotency-Key", "X-API-Key", "X-Session-Token", "X-Appwrite-Session", "X-Appwrite-JWT",
    ])
    func refusesASecondCredentialHeader(of name: String) async throws {
        try await withEdge(.empty()) { edge in
            for path in ["/robots.txt", "/api/v1/users/me", "/v1/account"] {
                let twice = try await edge.request("GET", path, headers: [(name, "Bearer a"), (name, "Bearer a")])
                #expect(twice.status == 400 && twice.body.contains("once"), "\(path): \(twice.body)")
                let once = try await edge.request("GET", path, headers: [(name, "Bearer a")])
                #expect(once.status != 400)
            }
        }
    }

    @Test func endsABodyThatIsMostlyChunkExtensions() async throws {
        try await withEdge(.empty()) { edge in
            let head =
                "POST /v1/GetLocation HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n2;"
            let received = try await withConnection(to: edge.port) { connection in
                try await connection.write(head)
                // Several reads of it; the limit is in bytes, and the rest is never sent. The connection may end earlier.
                for _ in 0..<4 { try? await connection.write(String(repeating: "e", count: 16_384)) }
                return try await connection.readToEnd()
            }
            #expect(received.hasPrefix("HTTP/1.1 400 "), "\(received)")
        }
    }

    @Test func takesABodyInChunksOfOneByte() async throws {
        let body = #"{"MiataruConfig":{},"Rest":""# + String(repeating: "x", count: 20_000) + #""}"#
        let chunks = body.map { "1\r\n\($0)\r\n" }.joined()
        let received = try await answer(
            to: "POST /v1/GetLocation HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n" + chunks + "0\r\n\r\n")
        #expect(statuses(of: received).count == 1 && !received.contains("too small"))
    }

    @Test(arguments: [("GARBAGE\r\n\r\n", "400"), ("FOO / HTTP/1.1\r\nHost: a\r\n\r\n", "501")])
    func answersTheRequestBeforeABrokenOne(_ broken: String, _ status: String) async throws {
        let received = try await answer(to: "GET /robots.txt HTTP/1.1\r\nHost: a\r\n\r\n" + broken)
        #expect(statuses(of: received) == ["200", status])
    }

    /// A client that asks to keep the connection must get an answer to that (RFC 9112, appendix C.2.2).
    @Test(arguments: ["", "Connection: keep-alive\r\n"])
    func endsTheConnectionOfHTTP10(_ field: String) async throws {
        let received = try await answer(to: "GET /robots.txt HTTP/1.0\r\n\(field)\r\n")
        #expect(received.contains(" 200 ") && received.lowercased().contains("connection: close"))
    }

    /// A known method that a path does not take is 405 (`MethodTests`).
    @Test(
        arguments: ["FOO", "get", "PROPFIND", "M-SEARCH", "X!"], ["/v1/GetLocation", "/api/v1/users/me", "/nowhere"])
    func knowsNoOtherMethods(_ method: String, _ path: String) async throws {
        let received = try await answer(to: "\(method) \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        #expect(statuses(of: received) == ["501"], "\(received)")
    }

    @Test(arguments: ["close", "Close", "TE, close", "close , x"])
    func obeysAClientThatSaysClose(_ option: String) async throws {
        let received = try await answer(to: "GET /robots.txt HTTP/1.1\r\nHost: a\r\nConnection: \(option)\r\n\r\n")
        #expect(statuses(of: received) == ["200"])
    }

    @Test(arguments: [
        ("GET", "/"), ("GET", "/openapi.yaml"), ("GET", "/ecovelo-sdk.js"), ("GET", "/nowhere"), ("GET", "/v1/account"),
        ("GET", "/api/v1/users/me"), ("POST", "/oauth/token"), ("OPTIONS", "/v1/GetLocation"), ("HEAD", "/robots.txt"),
    ])
    func keepsBrowsersFromGuessing(_ method: String, _ path: String) async throws {
        try await withEdge(.empty()) { edge in
            let answer = try await edge.request(method, path)
            #expect(answer.headers.filter { $0.name == "x-content-type-options" }.map(\.value) == ["nosniff"])
        }
    }

    @Test func saysInPlainWordsWhyItCannotListen() async throws {
        let miataru = MiataruAPI(ScriptedServices(), allowedOrigins: [], pages: Settings().pages)
        for host in ["192.0.2.1", "no-such-host.invalid"] {
            let server = EdgeServer.sample(Router([miataru], fallback: miataru), Settings().http, host: host)
            let error = await #expect(throws: StartError.self) {
                try await server.run(on: MultiThreadedEventLoopGroup.singleton) { _ in }
            }
            let text = error.map { "\($0)" } ?? ""
            #expect(text.hasPrefix("cannot listen on \(host) port 0: ") && text.hasSuffix("; see BALISE_HTTP_HOST"))
            #expect(!text.contains("NIO") && !text.contains("errno") && !text.contains("("), "\(text)")
        }
    }
}
