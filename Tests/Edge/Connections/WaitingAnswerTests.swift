@testable import Edge

@Suite("Large answers that wait for their clients", .timeLimit(.minutes(10))) struct WaitingAnswerTests {
    private static let question = #"""
        {"MiataruConfig":{"RequestMiataruDeviceID":"me"},"MiataruGetLocationHistory":{"Device":"d","Amount":"9"}}
        """#
    /// More than a connection's buffers.
    private static let size = 32 << 20

    /// Each address may have one large answer waiting.
    private func run(_ configure: (inout HTTPLimits) -> Void, _ body: (RunningEdge) async throws -> Void) async throws {
        let services = ScriptedServices.people()
        var place = sampleLocation
        place.timestamp = LocationValue(json: "\"" + String(repeating: "1", count: Self.size) + "\"")
        let large = GetLocationHistory.Reply(maximum: 9, available: 1, locations: [place])
        services.on(GetLocationHistory.self) { _ in large }
        services.on(GetLocation.self) { _ in GetLocation.Reply(found: []) }
        try await withEdge(services) {
            $0.http.limits.answersWaitingBytes = 10 * Self.size
            configure(&$0.http.limits)
        } _: {
            try await body($0)
        }
    }

    private func ask(_ edge: RunningEdge, from address: String = "127.0.0.1") async throws -> TestResponse {
        try await withConnection(to: edge.port, from: address) { connection in
            try await send(&connection)
            return try await connection.readResponse()
        }
    }

    private func send(_ connection: inout TestConnection) async throws {
        try await connection.send(
            "POST", "/v1/GetLocationHistory", headers: [("Content-Type", "application/json")],
            body: Array(Self.question.utf8))
    }

    @Test("Large unread answers have a budget by address; small ones and other addresses do not wait")
    func budget() async throws {
        try await run { _ in
        } _: { edge in
            try await withConnection(to: edge.port) { unread in
                try await send(&unread)
                #expect(try await unread.readHead().status == 200)
                let refused = try await ask(edge)
                #expect(refused.status == 503 && refused.header("Retry-After") == "1")
                #expect(refused.body.contains("wait to be read"))
                #expect(try await edge.post("/v1/GetLocation", getBody).status == 200)
                #expect(try await ask(edge, from: "127.0.0.2").status == 200)
            }
            try await eventually("its room is given back") { (try? await ask(edge).status) == 200 }
        }
    }

    @Test("A large answer keeps its slot until it is read")
    func slot() async throws {
        try await run {
            $0.inFlightPerAddress = 1
        } _: { edge in
            try await withConnection(to: edge.port) { unread in
                try await send(&unread)
                #expect(try await unread.readHead().status == 200)
                #expect(try await edge.post("/v1/GetLocation", getBody).status == 429)
            }
            try await eventually("the slot is given back") {
                (try? await edge.post("/v1/GetLocation", getBody).status) == 200
            }
        }
    }

    @Test("Large answers arrive whole, one after the other on a connection")
    func whole() async throws {
        try await run { _ in
        } _: { edge in
            try await withConnection(to: edge.port) { connection in
                for _ in 0..<2 {
                    try await send(&connection)
                    let answer = try await connection.readResponse()
                    #expect(answer.status == 200 && answer.body.utf8.count > Self.size && answer.body.hasSuffix("}]}"))
                }
            }
        }
    }

    @Test("Answers leave no memory behind", arguments: [1, 40])
    func memory(_ answers: Int) async throws {
        let isGivenBack = AsyncStream<Void>.makeStream()
        var limits = Settings().http.limits
        limits.answersWaitingBytes = 64 << 20
        let budget = BodyBudget(ofAnswers: limits, freed: FreedMemory { isGivenBack.continuation.yield() })
        let each = FreedMemory.worthIt / answers
        let addresses = (0..<8).map { _ in budget.ofOneAddress() }
        var shares: [BodyShare] = []
        for number in 0...answers {
            let share = BodyShare(of: addresses[number % 8])
            try share.add(BodyBudget.freeOfAnswers + each)
            shares.append(share)
        }
        shares = []
        // The allocator is asked for it: the freed memory is at most what the attack may leave (20 MiB).
        #expect(FreedMemory.worthIt <= 20 << 20)
        var iterator = isGivenBack.stream.makeAsyncIterator()
        #expect(await iterator.next() != nil)
        #expect(budget.inUse == 0)
    }
}
