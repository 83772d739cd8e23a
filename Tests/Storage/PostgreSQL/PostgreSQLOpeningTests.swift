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
        let databases = try await concurrently(4) { _ in try schema.open(migrations: Self.steps) }
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

@Suite("Programs of two versions on one PostgreSQL", needsPostgreSQL, .timeLimit(.minutes(10)))
struct PostgreSQLUpgradeTests {
    private static let older = [Migration.notes, Migration("first note") { try $0.addNote("first") }]
    private static let newer =
        older + [
            Migration("mark notes", sql: "ALTER TABLE notes ADD COLUMN mark TEXT NOT NULL DEFAULT 'none'"),
            Migration("keep tags", sql: "CREATE TABLE tag (name TEXT PRIMARY KEY NOT NULL) STRICT"),
        ]

    @Test("The older program works while the newer one changes the schema, and starts again afterwards")
    func bothAtWork() async throws {
        let schema = try ScratchSchema()
        let old = try schema.open(migrations: Self.older)
        #expect(old.laterMigrations.isEmpty)
        // This statement selects columns that the upgrade adds to.
        try await old.write { try $0.addNote("old 1") }
        #expect(try await old.read { try $0.all("SELECT * FROM notes") { _ in 1 } }.count == 2)

        let new = try schema.open(migrations: Self.newer)
        #expect(new.laterMigrations.isEmpty)
        try await new.write { try $0.run("INSERT INTO notes (text, mark) VALUES ('new 1', 'some')") }
        try await old.write { try $0.addNote("old 2") }
        #expect(try await old.read { try $0.all("SELECT * FROM notes") { _ in 1 } }.count == 4)
        let marks = try await new.read { try $0.values("SELECT mark FROM notes ORDER BY text", as: String.self) }
        #expect(marks == ["none", "some", "none", "none"])

        let restarted = try schema.open(migrations: Self.older)
        #expect(restarted.laterMigrations == ["mark notes", "keep tags"])
        try await restarted.write { try $0.addNote("old 3") }
        #expect(try await new.read { try $0.notes() }.count == 5)
        for database in [old, new, restarted] { try database.close() }
    }

    @Test("A schema with another history is refused")
    func otherHistories() throws {
        let schema = try ScratchSchema()
        try schema.open(migrations: Self.newer).close()
        let own = Migration("ours") { _ in }
        let missing = storageError { _ = try schema.open(migrations: Self.older + [own]) }
        #expect(missing == .newerSchema(path: schema.location, unknown: ["mark notes", "keep tags"]))
        let before = storageError { _ = try schema.open(migrations: Self.older + [Self.newer[3]]) }
        #expect(before == .newerSchema(path: schema.location, unknown: ["mark notes"]))
        try schema.open(migrations: Self.newer).close()
    }

    @Test("A schema of a build from before version 1 is refused and left as it is")
    func earlierBuild() throws {
        let schema = try ScratchSchema()
        let connection = schema.connection()
        defer { connection.close() }
        // As these builds had it.
        try connection.execute(
            """
            CREATE TABLE migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
            INSERT INTO migrations (name) VALUES ('create accounts'), ('create password resets'), ('create documents');
            CREATE TABLE account (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE) STRICT;
            INSERT INTO account (id) VALUES ('ada');
            """)
        let refusal = storageError { _ = try schema.open(migrations: [Migration("identity schema 1") { _ in }]) }
        let found = "its first migration is \"create accounts\""
        #expect(refusal == .earlierBuild(path: schema.location, found: found))
        for words in [found, "has changed nothing", "BALISE_STORAGE"] {
            #expect(refusal?.description.contains(words) == true, "\(words)")
        }
        let tables = try connection.texts(
            "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename")
        #expect(tables == ["account", "migrations"])
        #expect(try connection.integers("SELECT count(*) FROM migrations") == [3])
        #expect(try connection.integers("SELECT count(*) FROM account") == [1])
    }
}
