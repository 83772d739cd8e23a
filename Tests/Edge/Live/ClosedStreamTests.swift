@testable import Edge

@Suite("Streams that end", .timeLimit(.minutes(10))) struct ClosedStreamTests {
    /// A write would be the only way to notice that a client is gone.
    private func run(_ body: (RunningEdge, LiveHub) async throws -> Void) async throws {
        let services = ScriptedServices.people()
        services.on(GetLocation.self) { GetLocation.Reply(found: $0.devices.map { _ in nil }) }
        var settings = Settings()
        settings.http.limits.streamsPerAddress = 1
        let live = LiveHub(services, replicas: [], limits: settings.http.limits, clock: SteppedClock())
        let miataru = MiataruAPI(services, allowedOrigins: [], pages: settings.pages, live: live)
        let api = AppAPI.overScripted(services, live: live)
        try await withServer(Router([miataru, api], fallback: miataru), settings.http) { try await body($0, live) }
    }

    @Test(
        "A stream frees its place when its client hangs up",
        arguments: [
            ("/v1/stream?devices=a", nil), ("/api/v1/notifications/a1/events", "bk_publishes"),
        ] as [(String, String?)])
    func placeIsGivenBack(_ path: String, _ key: String?) async throws {
        try await run { edge, live in
            let headers = key.map { [("X-API-Key", $0)] } ?? []
            for _ in 0..<2 {
                try await withConnection(to: edge.port) { connection in
                    try await connection.send("GET", path, headers: headers)
                    #expect(try await connection.readHead().status == 200)
                    #expect(live.limiter.count == 1)
                    #expect(try await edge.request("GET", path, headers: headers).status == 429)
                }
                try await eventually("the place is given back") { live.limiter.count == 0 }
            }
        }
    }

    @Test func answerHEADWithNothingBehindTheHead() async throws {
        try await run { edge, live in
            try await withConnection(to: edge.port) { connection in
                try await connection.send("HEAD", "/v1/stream?devices=a")
                #expect(try await connection.readResponse(toHead: true).status == 200)
                try await connection.send("GET", "/v1/nothing")
                #expect(try await connection.readResponse().status == 404)
                #expect(live.limiter.count == 0)
            }
        }
    }

    /// RFC 9112, section 6.1: HTTP/1.0 has no transfer codings.
    @Test func haveNoChunksInHTTP10() async throws {
        try await run { edge, live in
            live.end()
            let received = try await withConnection(to: edge.port) { connection in
                try await connection.write("GET /v1/stream?devices=a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                return try await connection.readToEnd()
            }
            let parts = received.components(separatedBy: "\r\n\r\n")
            let head = parts[0].lowercased()
            #expect(head.hasPrefix("http/1.1 200 ") && head.contains("connection: close"))
            #expect(!head.contains("transfer-encoding") && !head.contains("content-length"))
            #expect(
                parts[1].hasPrefix("retry: 2000\n: balise\n\n") && parts[1].hasSuffix("{\"reason\":\"closing\"}\n\n"))
        }
    }

    @Test func holdNothingOfTheBodyThatCameWithTheirRequest() async throws {
        try await run { edge, _ in
            try await withConnection(to: edge.port) { connection in
                try await connection.send(
                    "GET", "/v1/stream?devices=a", headers: [("Content-Type", "application/json")],
                    body: Array("{}".utf8) + [UInt8](repeating: UInt8(ascii: " "), count: 4 * BodyBudget.free))
                #expect(try await connection.readHead().status == 200)
                try await eventually("the memory of the body is given back") { edge.bodies.inUse == 0 }
            }
        }
    }

    /// The task behind the stream's request has ended by then; another task answers the later requests.
    @Test func leaveTheirConnectionToWhatComesBehindThem() async throws {
        try await run { edge, live in
            try await withConnection(to: edge.port) { connection in
                try await connection.send("GET", "/v1/stream?devices=a")
                #expect(try await connection.readHead().status == 200)
                try await connection.send("GET", "/v1/stream?devices=b")
                try await connection.send("GET", "/v1/nothing")
                live.end()
                #expect(try await connection.readStream().contains(#"{"reason":"closing"}"#))
                let second = try await connection.readResponse()
                #expect(second.status == 200 && second.body.contains(#"{"reason":"closing"}"#))
                #expect(try await connection.readResponse().status == 404)
            }
            try await eventually("the places are given back") { live.limiter.count == 0 }
        }
    }
}
