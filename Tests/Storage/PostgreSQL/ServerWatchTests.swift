@testable import Storage

@Suite("A PostgreSQL that does not answer", needsPostgreSQL, .timeLimit(.minutes(10))) struct ServerWatchTests {
    @Test("Waiting calls fail, new ones are refused at once, and all work again when it answers")
    func standsStill() async throws {
        let server = try TestPostgreSQL()
        defer { server.stop() }
        var options = PostgreSQLOptions()
        options.requiresDurability = false
        let database = try ServiceDatabase.open(on: PostgreSQLAddress(server.address()), options, migrations: [.notes])
        try await database.write { try $0.addNote("before") }
        #expect(try await database.read { try $0.notes() } == ["before"])

        try await server.suspend()
        async let read = storageError { _ = try await database.read { try $0.notes() } }
        async let write = storageError { try await database.write { try $0.addNote("lost") } }
        for failure in await [read, write] {
            #expect(failure.name == "serverUnavailable" || failure.name == "outcomeUnknown")
        }
        // On a reader and in the writer's queue there is nothing that could answer.
        let began = ContinuousClock.now
        #expect(await storageError { _ = try await database.read { try $0.notes() } }.isSilence)
        #expect(await storageError { try await database.write { try $0.addNote("refused") } }.isSilence)
        #expect(await database.findObstacle().isSilence)
        #expect(ContinuousClock.now - began < ServerWatch.checkInterval)

        try server.resume()
        try await eventually("it is written to again") {
            await storageError { try await database.write { try $0.addNote("after") } } == nil
        }
        let notes = try await database.read { try $0.notes() }
        #expect(notes.contains("before") && notes.contains("after") && !notes.contains("refused"))
        try database.close()
    }

    @Test("A slow statement does not make the server silent")
    func slow() async throws {
        let schema = try ScratchSchema()
        let database = try schema.open()
        // Longer than a caller waits before it looks.
        let failure = await storageError { _ = try await database.read { try $0.text("SELECT pg_sleep(2.5)::text") } }
        #expect(failure == nil)
        #expect(await database.findObstacle() == nil)
        try database.close()
    }
}

extension StorageError? {
    fileprivate var isSilence: Bool {
        if case .serverUnavailable(_, "it does not answer")? = self { true } else { false }
    }
}
