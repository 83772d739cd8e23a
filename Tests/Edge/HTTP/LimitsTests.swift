@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct LimitsTests {
    private let headers = [("Content-Type", "application/json")]

    @Test func takesABodyOfExactlyTheLimit() async throws {
        #expect(Settings().http.limits.maximumBodyBytes == 10 << 20)
        let limit = 100_000
        try await withEdge(.empty(), configure: { $0.http.limits.maximumBodyBytes = limit }) { edge in
            for (length, status) in [(limit, 200), (limit + 1, 413)] {
                try await edge.getLocation(paddedGetBody(length)).expect(status)
            }
        }
    }

    @Test func takesABodyInChunks() async throws {
        try await withEdge(.empty(), configure: { $0.http.limits.maximumBodyBytes = 1024 }) { edge in
            for (length, status) in [(1024, 200), (1025, 413)] {
                let response = try await withConnection(to: edge.port) { connection in
                    try await connection.send(
                        "POST", "/v1/GetLocation", headers: headers + [("Transfer-Encoding", "chunked")])
                    let body = paddedGetBody(length)
                    for part in [body.prefix(7), body.dropFirst(7)] {
                        try await connection.write(
                            Array("\(String(part.count, radix: 16))\r\n".utf8) + part + Array("\r\n".utf8))
                    }
                    try await connection.write("0\r\n\r\n")
                    return try await connection.readResponse()
                }
                #expect(response.status == status)
            }
        }
    }

    @Test(arguments: [
        ("gzip", Compressed.gzip, 200), ("GZIP", Compressed.gzip, 200), ("deflate", Compressed.deflate, 200),
        ("gzip", Compressed.bomb, 413), ("gzip", Array(getBody.utf8), 400),
        ("gzip", Array(Compressed.gzip.dropLast(9)), 400),
        ("br", Compressed.gzip, 415), ("gzip, gzip", Compressed.gzip, 415), ("identity", Array(getBody.utf8), 200),
    ])
    func inflates(_ encoding: String, _ body: [UInt8], _ status: Int) async throws {
        try await withEdge(.empty(), configure: { $0.http.limits.maximumBodyBytes = 4096 }) { edge in
            _ = try await edge.getLocation(body, headers: [("Content-Encoding", encoding)]).expect(status)
        }
    }

    @Test func answersExpectContinue() async throws {
        try await withEdge(.empty(), configure: { $0.http.limits.maximumBodyBytes = 1024 }) { edge in
            try await withConnection(to: edge.port) { connection in
                let expecting = headers + [("Expect", "100-continue"), ("Content-Length", "\(getBody.utf8.count)")]
                try await connection.send("POST", "/v1/GetLocation", headers: expecting)
                #expect(try await connection.readResponse().status == 100)
                try await connection.write(getBody)
                #expect(try await connection.readResponse().status == 200)
                let tooMuch = headers + [("Expect", "100-continue"), ("Content-Length", "1025")]
                try await connection.send("POST", "/v1/GetLocation", headers: tooMuch)
                #expect(try await connection.readResponse().status == 413)
            }
        }
    }

    @Test func answersOneRequestAfterTheOther() async throws {
        try await withEdge(.empty()) { edge in
            try await withConnection(to: edge.port) { connection in
                for _ in 0..<3 {
                    try await connection.send("POST", "/v1/GetLocation", headers: headers, body: Array(getBody.utf8))
                }
                for _ in 0..<3 { #expect(try await connection.readResponse().status == 200) }
                try await connection.send("GET", "/", headers: [("Connection", "close")])
                #expect(try await connection.readResponse().header("Connection") == "close")
            }
        }
    }

    @Test(arguments: [
        (#"GET /\#(String(repeating: "x", count: 5000)) HTTP/1.1"#, 414),
        ("GET / HTTP/1.1\r\nX-Long: \(String(repeating: "x", count: 50_000))", 431), ("NONSENSE", 400),
        ("GET / HTTP/1.1\r\nbad header", 400), ("POST / HTTP/1.1\r\nContent-Length: x", 400),
    ])
    func refusesOversizedAndBrokenHeads(_ head: String, _ status: Int) async throws {
        try await withEdge(configure: { $0.http.limits.maximumPathBytes = 4096 }) { edge in
            let response = try await withConnection(to: edge.port) { connection in
                try await connection.write(head + "\r\nHost: localhost\r\n\r\n")
                return try await connection.readResponse()
            }
            #expect(response.status == status && response.body.hasPrefix(#"{"error":""#))
            #expect(response.header("Content-Type") == "application/json; charset=utf-8")
        }
    }

    @Test(arguments: [
        "POST /v1/GetLocation HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{\"half\":",
        "POST /v1/GetLoc", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\nhalf",
    ])
    func refusesARequestThatArrivesTooSlowly(_ part: String) async throws {
        try await withEdge(.empty(), configure: { $0.http.limits.requestTimeout = .milliseconds(200) }) { edge in
            try await withConnection(to: edge.port) { connection in
                try await connection.write(part)
                let received = try await connection.readToEnd()
                // An ignored body is answered at once; the connection must end.
                #expect(received.contains("HTTP/1.1 408") || part.contains("POST / "))
            }
        }
    }

    @Test func closesAnIdleConnection() async throws {
        // Long enough to send the request, even if many tests share few processors.
        try await withEdge(configure: { $0.http.limits.idleTimeout = .seconds(8) }) { edge in
            try await withConnection(to: edge.port) { connection in
                try await connection.send("GET", "/robots.txt")
                #expect(try await connection.readResponse().status == 200)
                #expect(try await connection.readToEnd() == "")
            }
        }
    }

    @Test func servesOthersBesideHundredsOfBrokenRequests() async throws {
        let request =
            "POST /v1/GetLocation HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(getBody.utf8.count)\r\n\r\n" + getBody
        let (abuser, isOver) = ("127.0.0.2", Flag())
        // With few slots per address, a leaked one is noticed soon.
        try await withEdge(.empty(), configure: { $0.http.limits.inFlightPerAddress = 32 }) { edge in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<300 {
                    group.addTask {
                        try await withConnection(to: edge.port, from: abuser) { connection in
                            // A few sit there without the end of their body, all others hang up.
                            let isIdle = number < 30
                            let length = isIdle ? request.count - 9 : number % request.count
                            try await connection.write(String(request.prefix(length)))
                            if isIdle { #expect(await eventually { isOver.isSet }) }
                        }
                    }
                }
                for _ in 0..<50 { #expect(try await edge.post("/v1/GetLocation", getBody).status == 200) }
                isOver.set()
                try await group.waitForAll()
            }
            // Even the abusers' own address is not locked out.
            let answered = try await eventually {
                try await withConnection(to: edge.port, from: abuser) { connection in
                    try await connection.write(request)
                    return try await connection.readResponse().status == 200
                }
            }
            #expect(answered)
        }
    }

    @Test func countsForwardedAddressesApart() {
        let limiter = AddressConcurrencyLimiter(bound: 1)
        let proxy = Connection(peer: "10.0.0.1", proxies: TrustedProxies([]), limiter: limiter)
        let other = Connection(peer: "10.0.0.1", proxies: TrustedProxies([]), limiter: limiter)
        #expect(proxy.acquireSlot(of: "1.1.1.1"))
        #expect(!other.acquireSlot(of: "1.1.1.1") && other.acquireSlot(of: "2.2.2.2"))
        #expect(limiter.addressCount == 3)
        proxy.releaseSlot()
        proxy.releaseSlot()
        other.releaseSlot()
        #expect(limiter.addressCount == 1)
        #expect(other.acquireSlot(of: "1.1.1.1"))
    }
}

private final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .acquiring) }
    func set() { value.store(true, ordering: .releasing) }
}
