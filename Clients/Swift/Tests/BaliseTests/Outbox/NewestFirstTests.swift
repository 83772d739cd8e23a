@testable import Balise

@Suite("An outbox with many places", .timeLimit(.minutes(10)))
struct NewestFirstTests {
    private let folder = OutboxFolder()
    private let secrets = MemorySecretStore()
    private let a: LocationDeviceID

    init() throws { a = try .named("a") }

    private func client(_ server: MiataruServer) throws -> BaliseClient {
        var configuration = try BaliseConfiguration.scripted(server, secrets: secrets, time: SetTime(1_800_001_000))
        // These tests examine the outbox's own tries, not those of each call.
        configuration.retries = .never
        return BaliseClient(configuration)
    }

    /// The outbox of a device with a key.
    private func outbox(_ server: MiataruServer) async throws -> LocationOutbox {
        try await client(server).locations.keys.set(for: a)
        return try reopened(server)
    }

    private func reopened(_ server: MiataruServer) throws -> LocationOutbox {
        try client(server).locations.outbox(at: folder.file, limit: 1000)
    }

    @Test("sends the newest place first if many wait, and then adds the older ones below it")
    func newestFirst() async throws {
        let server = MiataruServer(takesEarlier: true)
        let outbox = try await outbox(server)
        for second in 1...401 { try await outbox.add(.at(TimeInterval(second)), of: a, keeping: .history) }
        try await outbox.deliver()
        #expect(server.now.updates == [timestamps(401)])
        #expect(server.now.places["a"] == (1...401).map { String(1_800_000_000 + $0) })
        #expect(await outbox.status.waiting == 0)
        try await outbox.add(.at(402), of: a, keeping: .history)
        try await outbox.deliver()
        #expect(server.now.updates.last == timestamps(402) && server.now.places["a"]?.count == 402)
    }

    @Test("sends all places in order to a server that cannot add earlier ones")
    func inOrder() async throws {
        let server = MiataruServer()
        let outbox = try await outbox(server)
        for second in 1...201 { try await outbox.add(.at(TimeInterval(second)), of: a, keeping: .history) }
        try await outbox.deliver()
        #expect(server.now.updates.map(\.count) == [200, 1])
    }

    @Test("loses and doubles no place while it sends the newest first", arguments: 0..<10)
    func newestFirstSurvives(_ seed: UInt64) async throws {
        let weather = CountedRandom(seed)
        let server = MiataruServer(takesEarlier: true) { call, _ in
            if call.url.path == "/v1/setDeviceKey" { return nil }
            switch weather.next() % 4 {
            case 0: return .lostOnTheWay
            case 1: return .answerLost
            case 2: return .answer(.miataru(503))
            default: return nil
            }
        }
        var outbox: LocationOutbox? = try await outbox(server)
        for second in 1...450 {
            try await outbox?.add(.at(TimeInterval(second)), of: a, keeping: .history)
            guard second.isMultiple(of: 150) else { continue }
            _ = try? await outbox?.deliver()
            // The process is killed, and another one starts.
            outbox = nil
            outbox = try self.reopened(server)
        }
        while try #require(await outbox?.status.waiting) > 0 { _ = try? await outbox?.deliver() }
        #expect(server.now.places["a"] == (1...450).map { String(1_800_000_000 + $0) })
    }
}
