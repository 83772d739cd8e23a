@testable import Storage

private final class ScriptedRequest: RequestValidity {
    private let ended = Atomic(false)
    let deadline = UInt64.max
    var isValid: Bool { !ended.load(ordering: .sequentiallyConsistent) }
    func end() { ended.store(true, ordering: .sequentiallyConsistent) }
}

@Suite("Writes of expired requests", .timeLimit(.minutes(10))) struct RequestOverTests {
    private static let withFeed = [
        Migration.notes, Migration("feed") { try FeedTable(FeedName(rawValue: "places")).create(in: $0) },
    ]

    @Test(
        "A write checks the request of its task, and leaves nothing if it has expired", arguments: TestEngine.available)
    func ofTask(engine: TestEngine) async throws {
        try await engine.withDatabase { database in
            let request = ScriptedRequest()
            try await CurrentRequest.$validity.withValue(request) {
                try await database.write { try $0.addNote("in time") }
                request.end()
                let error = await storageError { try await database.write { try $0.addNote("too late") } }
                #expect(error == .requestOver)
                await withCheckedContinuation { continuation in
                    database.write(for: nil) {
                        try $0.addNote("in any case")
                    } completion: { _ in
                        continuation.resume()
                    }
                }
            }
            try await database.write { try $0.addNote("by itself") }
            #expect(try await database.read { try $0.notes() } == ["in time", "in any case", "by itself"])
        }
    }

    @Test("Other writes of its batch are stored", arguments: TestEngine.available, [0, 3, 7])
    func neighbours(engine: TestEngine, over: Int) async throws {
        try await engine.withDatabase { database in
            let requests = (0..<8).map { _ in ScriptedRequest() }
            let results = Mutex<[Int: Result<Void, any Error>]>([:])
            let gate = Gate(holding: database)
            for (number, request) in requests.enumerated() {
                database.write(for: request) {
                    try $0.addNote("\(number)")
                } completion: { result in
                    results.withLock { $0[number] = result }
                }
            }
            requests[over].end()
            gate.open()
            try await eventually("all are answered") { results.withLock { $0.count } == 8 }
            for (number, result) in results.withLock({ $0 }) {
                #expect(storageError(result.get) == (number == over ? .requestOver : nil), "\(number)")
            }
            let expected = (0..<8).filter { $0 != over }.map { "\($0)" }
            #expect(try await database.read { try $0.notes() } == expected)
        }
    }

    enum Body: CaseIterable, Sendable { case reads, onlyWrites }

    @Test(
        "The request is checked after the wait for other writers", needsPostgreSQL,
        arguments: [WritePartition.key("a"), .common], Body.allCases)
    func behindOthers(partition: WritePartition, body: Body) async throws {
        let schema = try ScratchSchema()
        let databases = try (0..<2).map { _ in try schema.open(migrations: Self.withFeed) }
        let gate = Gate(holding: databases[0], on: partition) { connection in
            try connection.addNote("first")
            _ = try connection.notes()
        }
        let request = ScriptedRequest()
        let waiting = Task {
            await CurrentRequest.$validity.withValue(request) {
                await storageError {
                    try await databases[1].write(on: partition) { connection in
                        if body == .reads { _ = try connection.notes() }
                        try connection.enqueue("INSERT INTO notes (text) VALUES ('late')")
                    }
                }
            }
        }
        let watching = schema.connection()
        try await eventually("it waits for the first one's lock") {
            // A body that reads nothing waits only where its validity is asked for.
            try watching.integers("SELECT count(*) FROM pg_locks WHERE NOT granted") != [0]
        }
        request.end()
        gate.open()
        #expect(await waiting.value == .requestOver)
        #expect(try await databases[1].read { try $0.notes() } == ["first"])
        watching.close()
        for database in databases { try database.close() }
    }
}
