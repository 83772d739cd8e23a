@testable import Storage

@Suite("PostgreSQL servers", needsPostgreSQL, .timeLimit(.minutes(10))) struct PostgreSQLServerTests {
    // MARK: News

    @Test("A listener gets committed notifications only, also after its connection was lost")
    func listening() async throws {
        let schema = try ScratchSchema()
        let connection = try schema.withNotes()
        let (notices, continuation) = AsyncStream.makeStream(of: String.self)
        var options = schema.options
        options.applicationName = "listener-\(schema.options.schema ?? "")"
        // The names of channels are those of the whole database.
        let (feed, other) = ("feed \(options.applicationName)", "other \(options.applicationName)")
        let listener = PostgreSQLListener(schema.address, options, to: feed) {
            continuation.yield("connected")
        } onNotice: {
            continuation.yield($0)
        }
        var heard = notices.makeAsyncIterator()
        #expect(await heard.next() == "connected")

        try? connection.transaction { connection in
            try connection.notify(feed, "undone")
            throw StorageError.closed
        }
        try connection.transaction { connection in
            try connection.notify(other, "elsewhere")
            for text in ["a", "a", "b"] { try connection.notify(feed, text) }
        }
        #expect(await heard.next() == "a")
        #expect(await heard.next() == "b")

        _ = try connection.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = \(options.applicationName)"
        )
        #expect(await heard.next() == "connected")
        listener.stop()
        listener.waitForEnd()
    }

    // MARK: Threads that read

    @Test("Many simultaneous reads share a few connections")
    func readers() async throws {
        let schema = try ScratchSchema()
        let connection = try schema.withNotes()
        try connection.addNote("a")
        let readers = PostgreSQLReaders(connections: 3, maximumQueued: 1000) { schema.connection() }
        let found = try await concurrently(200) { _ in
            try await readers.read { try $0.readSnapshot { try $0.notes() } }
        }
        #expect(found == Array(repeating: ["a"], count: 200))
        readers.stop()
        readers.waitForEnd()
        let failure = await storageError { _ = try await readers.read { try $0.readSnapshot { try $0.notes() } } }
        #expect(failure == .closed)
    }

    @Test("More reads than may wait are refused")
    func tooManyReads() async throws {
        let schema = try ScratchSchema()
        let readers = PostgreSQLReaders(connections: 1, maximumQueued: 0) { schema.connection() }
        let failure = await storageError { _ = try await readers.read { try $0.readSnapshot { try $0.notes() } } }
        #expect(failure == .overloaded)
        readers.stop()
        readers.waitForEnd()
    }

    // MARK: Servers that cannot be trusted

    private func refusal(of address: PostgreSQLAddress, _ options: PostgreSQLOptions) -> String {
        let connection = PostgreSQLConnection(address, options: options)
        defer { connection.close() }
        return storageError { try PostgreSQLSuitability(connection: connection).check() }?.description ?? ""
    }

    @Test("A suitable server is accepted, and one that does not wait for its disk is refused")
    func suitableServer() throws {
        var schema = try ScratchSchema()
        #expect(refusal(of: schema.address, schema.options) == "")
        schema.options.requiresDurability = true
        #expect(refusal(of: schema.address, schema.options).contains("fsync is off"))
    }

    @Test("A database of another encoding is refused")
    func encoding() throws {
        let schema = try ScratchSchema()
        let name = "latin_\(UInt32.random(in: 0 ... .max))"
        try schema.connection().runScript("CREATE DATABASE \(name) ENCODING 'LATIN1' TEMPLATE template0")
        var options = schema.options
        options.schema = nil
        let address = try PostgreSQLAddress(schema.server.address(database: name))
        #expect(refusal(of: address, options).contains("encoding LATIN1"))
    }

    @Test("A schema that is missing, or that compares texts in another way, is refused")
    func schemas() throws {
        var schema = try ScratchSchema()
        try schema.connection().runScript("CREATE TABLE mine (name text)")
        #expect(refusal(of: schema.address, schema.options).contains("mine.name is not COLLATE \"C\""))
        schema.options.schema = "nowhere"
        #expect(refusal(of: schema.address, schema.options).contains("no schema nowhere"))
    }

    @Test("A wrong role or database names the setting, and a silent server does not")
    func wrongAddress() throws {
        let schema = try ScratchSchema()
        for text in [schema.server.address(database: "nowhere"), schema.server.address() + "&user=nobody"] {
            let connection = PostgreSQLConnection(try PostgreSQLAddress(text), options: schema.options)
            let error = storageError { try connection.runScript("SELECT 1") }
            #expect("\(error.map(\.description) ?? "")".contains("in the setting storage (BALISE_STORAGE)"))
        }
        let away = PostgreSQLConnection(
            try PostgreSQLAddress("postgres://balise@/balise?host=/nowhere"), options: schema.options)
        let error = storageError { try away.runScript("SELECT 1") }
        #expect(error.name == "serverUnavailable" && !"\(error.map(\.description) ?? "")".contains("BALISE_STORAGE"))
    }

    @Test("The errors for a schema of another role and for a missing one differ, and name the roles")
    func schemaOfAnotherRole() throws {
        var schema = try ScratchSchema()
        let role = "role_\(UInt32.random(in: 0 ... .max))"
        let connection = schema.connection()
        try connection.runScript("CREATE ROLE \(role) LOGIN")
        let owner = try #require(try connection.texts("SELECT current_user::text").first ?? nil)
        let address = try PostgreSQLAddress(schema.server.address() + "&user=\(role)")
        let name = schema.options.schema ?? ""
        #expect(
            refusal(of: address, schema.options).contains(
                "the schema \(name) belongs to the role \(owner), and the role \(role) has no right to it"))
        schema.options.schema = "nowhere"
        #expect(
            refusal(of: address, schema.options).contains(
                "there is no schema nowhere, and the role \(role) may make none; make it as an administrator: "
                    + "CREATE SCHEMA \"nowhere\" AUTHORIZATION \"\(role)\""))
    }

    @Test("A server without room for all connections is refused")
    func room() throws {
        var schema = try ScratchSchema()
        schema.options.maximumConnections = 500
        #expect(refusal(of: schema.address, schema.options).contains("has room for"))
    }
}

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
