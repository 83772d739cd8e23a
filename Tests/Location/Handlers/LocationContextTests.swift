@testable import Location

@Suite("A store that does not work", .timeLimit(.minutes(10))) struct LocationContextTests {
    private let stores = ScratchStores()

    private let clock = SetClock()

    private func closedStore() throws -> LocationStore {
        let folder = try TemporaryFolder()
        let database = try LocationStore.openDatabase(at: folder.url.appendingPathComponent("test.sqlite"))
        try database.close()
        let hasher = DeviceKeyHasher(secret: [UInt8](repeating: 1, count: 32))
        return LocationStore(database, hasher: hasher, policy: LocationPolicy())
    }

    private let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    @Test("Requests are answered at once as unavailable, with a time to try again")
    func unavailable() async throws {
        let service = LocationContext.sample(try closedStore())
        let context = MessageContext(requestID: "test")
        let expected = ServiceError(.unavailable, "the store is not available", retryAfter: 1)
        let writing = await #expect(throws: (any Error).self) { try await service.updateLocation(.of(.owner), context) }
        #expect(try ServiceError(answering: #require(writing)) == expected)
        let request = GetLocation(reader: Reader(device: .friend), devices: [.owner])
        let reading = await #expect(throws: (any Error).self) { try await service.getLocation(request, context) }
        #expect(try ServiceError(answering: #require(reading)) == expected)
    }

    @Test("The purge is repeated at its next turn and ends when it is cancelled")
    func purge() async throws {
        let rounds = Mutex(0)
        let loop = HousekeepingLoop(store: try closedStore(), clock: clock, logger: silent) {
            let round = rounds.withLock { rounds in
                rounds += 1
                return rounds
            }
            if round == 3 { throw CancellationError() }
        }
        await loop.run()
        #expect(rounds.withLock { $0 } == 3)
    }

    @Test("The purge deletes all expired rows of a turn in portions")
    func portions() async throws {
        let store = try stores.location(.sqlite)
        for number in 0..<7 {
            try await store.report(
                .named("device \(number)"), 1, keeping: .until(.start.adding(seconds: Int64(number))))
        }
        clock.advance(seconds: 5)
        var loop = HousekeepingLoop(store: store, clock: clock, logger: silent) { throw CancellationError() }
        loop.portion = 2
        await loop.run()
        #expect(try await store.purgeExpired(at: .start.adding(seconds: 100), limit: 100) == 1)
    }
}

@Suite("Dropped locations") struct DroppedLocationsTests {
    @Test("All are counted, and a warning is logged once an hour with their number")
    func warnings() {
        let (clock, metrics, warnings) = (SetClock(), MetricsRegistry(), RecentWarnings())
        let logger = Logger(label: "location") { _ in
            ServiceLogHandler(service: "location", level: .warning, format: .json, clock: clock, warnings: warnings)
        }
        let dropped = DroppedLocations(metrics, logger)
        func record(_ count: Int) { dropped.record(count, at: clock.now()) }
        record(0)
        #expect(warnings.latest(of: .location).isEmpty)
        record(2)
        record(3)
        clock.advance(seconds: DroppedLocations.pause)
        record(4)
        let texts = warnings.latest(of: .location).map(\.text)
        #expect(texts.count == 2)
        #expect(texts.first?.contains("7") == true && texts.last?.contains("2") == true, "\(texts)")
        #expect(texts.allSatisfy { $0.contains("miataru.keyRequiredOfNewDevices") })
        #expect(metrics.snapshot().first { $0.name == DroppedLocations.label }?.value == 9)
    }
}
