@testable import ServiceRuntime

@Suite("The log of an unavailable store", .timeLimit(.minutes(10))) struct StoreOutageTests {
    @Test("reports the begin, once a minute the number of refusals, and the end")
    func lines() async throws {
        let (output, time) = (LogOutput(), SetInstant())
        let outage = StoreOutage(output.logger()) { time.now() }
        let context = MessageContext(requestID: "r")
        for _ in 0..<500 { outage.record(StorageError.closed, context) }
        let first = try #require(output.lines().first)
        #expect(output.lines().count == 1 && first.contains("the store is not available"))
        #expect(first.contains(#""count":1"#) && first.contains(#""level":"error""#))
        time.advance(by: .seconds(60))
        outage.record(StorageError.closed, context)
        #expect(output.lines().count == 2 && output.lines()[1].contains(#""count":500"#))

        let folder = try TemporaryFolder()
        let database = try ServiceDatabase.open(at: folder.url.appendingPathComponent("a.sqlite"), migrations: [])
        let watching = Task { await outage.watch(database) {} }
        try await eventually("its end is told") { output.lines().count == 3 }
        #expect(output.lines()[2].contains("the store is available again"))
        #expect(output.lines()[2].contains(#""refused":501"#))
        watching.cancel()
        await watching.value
        try database.close()
    }

    @Test("and says nothing of an end whose beginning it did not tell")
    func short() async throws {
        let (output, time) = (LogOutput(), SetInstant())
        let outage = StoreOutage(output.logger()) { time.now() }
        let folder = try TemporaryFolder()
        let database = try ServiceDatabase.open(at: folder.url.appendingPathComponent("a.sqlite"), migrations: [])
        let looks = Mutex(0)
        let watching = Task { await outage.watch(database) { looks.withLock { $0 += 1 } } }
        for round in 1...3 {
            outage.record(StorageError.closed, MessageContext(requestID: "r"))
            try await eventually("it is looked at") { looks.withLock { $0 } >= round }
        }
        try await eventually("the first is over") { output.lines().count == 2 }
        watching.cancel()
        await watching.value
        #expect(output.lines().count == 2)
        try database.close()
    }
}
