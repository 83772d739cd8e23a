@Suite("Acts of operators in a database", .timeLimit(.minutes(10))) struct PerformedActTests {
    private struct Acting: RequestValidity {
        let act: ActMark?
        var deadline: UInt64 { .max }
        var isValid: Bool { true }
    }

    private struct Refusal: Error {}

    private let act = ActMark(id: "a1", at: UnixTime(milliseconds: 1_000))

    private func withDatabase(on engine: TestEngine, _ body: (ServiceDatabase) async throws -> Void) async throws {
        let things = Migration("things", sql: "CREATE TABLE thing (id INTEGER PRIMARY KEY) STRICT")
        let acts = Migration("acts", sql: PerformedActTable.table)
        try await engine.withDatabase(migrations: [things, acts], body)
    }

    private func add(_ id: Int64, to database: ServiceDatabase, fails: Bool = false) async throws {
        try await CurrentRequest.$validity.withValue(Acting(act: act)) {
            try await database.write { connection in
                try connection.run("INSERT INTO thing (id) VALUES (\(id))")
                if fails { throw Refusal() }
            }
        }
    }

    private func things(_ database: ServiceDatabase) async throws -> [Int64] {
        try await database.read { try $0.values("SELECT id FROM thing ORDER BY id") }
    }

    private func settle(_ database: ServiceDatabase) async throws -> Bool {
        let act = act
        return try await database.write { try PerformedActTable.settle(act, in: $0) }
    }

    @Test("are recorded when they are performed, and can be repeated", arguments: TestEngine.available)
    func done(engine: TestEngine) async throws {
        try await withDatabase(on: engine) { database async throws in
            try await add(1, to: database)
            #expect(try await settle(database))
            try await add(2, to: database)
            #expect(try await things(database) == [1, 2])
            #expect(try await settle(database))
        }
    }

    @Test("are not recorded if they fail or change nothing", arguments: TestEngine.available)
    func notDone(engine: TestEngine) async throws {
        try await withDatabase(on: engine) { database async throws in
            await #expect(throws: Refusal.self) { try await add(1, to: database, fails: true) }
            try await CurrentRequest.$validity.withValue(Acting(act: act)) {
                try await database.write { _ = try $0.run("DELETE FROM thing WHERE id = 7") }
            }
            #expect(try await !settle(database))
        }
    }

    @Test("are refused after they were settled as not performed", arguments: TestEngine.available)
    func settled(engine: TestEngine) async throws {
        try await withDatabase(on: engine) { database async throws in
            #expect(try await !settle(database))
            await #expect(throws: StorageError.self) { try await add(1, to: database) }
            #expect(try await things(database) == [])
            #expect(try await !settle(database))
        }
    }
}
