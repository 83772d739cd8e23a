@testable import Storage

@Suite("Opening a database on PostgreSQL", needsPostgreSQL, .timeLimit(.minutes(10))) struct PostgreSQLOpeningTests {
    private static let feed = FeedTable(FeedName(rawValue: "places"))
    private static let steps = [
        Migration.notes, Migration("feed") { try feed.create(in: $0) },
        Migration("first note") { try $0.addNote("first") },
    ]

    @Test("Several processes that open a new schema at once run each migration once")
    func atOnce() async throws {
        let schema = try ScratchSchema()
        let databases = try await withThrowingTaskGroup(of: ServiceDatabase.self) { group in
            for _ in 0..<4 { group.addTask { try schema.open(migrations: Self.steps) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for database in databases {
            #expect(try await database.read { try $0.notes() } == ["first"])
            try database.close()
        }
        let later = Self.steps + [Migration("second note") { try $0.addNote("second") }]
        let database = try schema.open(migrations: later)
        #expect(try await database.read { try $0.notes() } == ["first", "second"])
        try database.close()
    }

    @Test("A missing schema is created")
    func newSchema() async throws {
        let server = try TestPostgreSQL.shared.get()
        var options = PostgreSQLOptions()
        options.requiresDurability = false
        options.schema = "new \"\(UInt32.random(in: 0 ... .max))\""
        let database = try ServiceDatabase.open(on: PostgreSQLAddress(server.address()), options, migrations: [.notes])
        try await database.write { try $0.addNote("a") }
        #expect(try await database.read { try $0.notes() } == ["a"])
        #expect(database.location.description.hasSuffix("schema \(options.schema ?? "")"))
        try database.close()
    }

    @Test("A feed keeps its life on one server, and begins another one on another server")
    func lives() async throws {
        let schema = try ScratchSchema()
        var database = try schema.open(migrations: Self.steps)
        try await database.write { _ = try Self.feed.record("a", [1], at: UnixTime(milliseconds: 0), in: $0) }
        let first = try await page(of: database, nil, after: 0)
        try database.close()

        database = try schema.open(migrations: Self.steps)
        #expect(try await page(of: database, nil, after: 0).epoch == first.epoch)
        try database.close()

        // As after a failover, or a restore to a point in time.
        try schema.connection().runScript("UPDATE server_identity SET timeline = '00000000'")
        database = try schema.open(migrations: Self.steps)
        let moved = try await page(of: database, first.epoch, after: 1)
        #expect(moved.epoch != first.epoch && !moved.startsOver && moved.changes.isEmpty)
        #expect(try await page(of: database, first.epoch, after: 2).startsOver, "it has seen what is not there")
        try database.close()
    }

    @Test("After a failover a running process begins one new life before it writes to a feed")
    func failover() async throws {
        var schema = try ScratchSchema()
        schema.options.applicationName = schema.options.schema ?? ""
        let database = try schema.open(migrations: Self.steps)
        func record(_ key: String) async throws -> FeedEpoch {
            try await database.write { _ = try Self.feed.record(key, [1], at: UnixTime(milliseconds: 0), in: $0) }
            return try await page(of: database, nil, after: 0).epoch
        }
        let first = try await record("a")
        #expect(try await record("b") == first)
        try schema.connection { $0.applicationName = "operator" }.runScript(
            """
            UPDATE server_identity SET timeline = '00000000';
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
            WHERE application_name = '\(schema.options.applicationName)'
            """)
        let second = try await record("c")
        #expect(second != first)
        #expect(try await record("d") == second)
        // The follower has seen the third change, which the new server does not have.
        #expect(try await page(of: database, first, after: 3).startsOver)
        #expect(try await !page(of: database, first, after: 2).startsOver)
        try database.close()
    }

    private func page(of database: ServiceDatabase, _ epoch: FeedEpoch?, after cursor: UInt64) async throws -> FeedPage
    {
        try await database.readSnapshot { try Self.feed.readPage(epoch: epoch, after: cursor, limit: 10, in: $0) }
    }

    @Test("Operations for files are refused with the names of PostgreSQL's tools")
    func leftToServer() throws {
        let database = try ScratchSchema().open()
        let target = URL(fileURLWithPath: "/nowhere/backup.sqlite")
        let failure = storageError { try database.backUp(to: target) }
        #expect(failure.name == "leftToServer")
        #expect(failure?.description.contains("pg_dump") == true)
        #expect(failure?.description.contains("pgBackRest") == true)
        try database.close()
    }

    @Test("A closed database has finished waiting writes, and refuses later calls")
    func closing() async throws {
        let schema = try ScratchSchema()
        let database = try schema.open()
        let gate = Gate(holding: database)
        let answers = AsyncStream<Bool> { stream in
            for number in 0..<20 {
                database.write {
                    try $0.addNote("\(number)")
                } completion: { result in
                    stream.yield((try? result.get()) != nil)
                    if number == 19 { stream.finish() }
                }
            }
        }
        gate.open()
        try database.close()
        var written = 0
        for await wasWritten in answers { written += wasWritten ? 1 : 0 }
        #expect(written == 20)
        #expect(try schema.connection().notes().count == 20)
        #expect(await storageError { try await database.write { try $0.addNote("no") } } == .closed)
        #expect(await storageError { _ = try await database.read { try $0.notes() } } == .closed)
        #expect(await database.findObstacle() == .closed)
        try database.close()
    }

    @Test("An obstacle is found by asking the server")
    func obstacles() async throws {
        let server = try TestPostgreSQL()
        var options = PostgreSQLOptions()
        options.requiresDurability = false
        var storage = StorageOptions()
        storage.writeCheckInterval = .zero
        let database = try ServiceDatabase.open(
            on: PostgreSQLAddress(server.address()), options, migrations: [.notes], options: storage)
        #expect(await database.findObstacle() == nil)
        #expect(try await database.read { try $0.number("SELECT checks FROM write_check") } == 1)
        server.stop()
        #expect(await database.findObstacle().name == "serverUnavailable")
        #expect(await storageError { try await database.write { try $0.addNote("a") } }.name == "serverUnavailable")
        #expect(await storageError { _ = try await database.read { try $0.notes() } }.name == "serverUnavailable")
        try database.close()
    }

    @Test("A reader cannot write")
    func readOnly() async throws {
        let database = try ScratchSchema().open()
        let failure = await storageError { try await database.read { try $0.addNote("no") } }
        #expect(failure.name == "serverUnavailable")
        try database.close()
    }
}
