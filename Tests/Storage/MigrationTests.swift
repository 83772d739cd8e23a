@Suite("Migrations", .timeLimit(.minutes(10))) struct MigrationTests {
    private static let history = [
        Migration("people", sql: "CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT"),
        Migration("places") { connection in
            try connection.execute("ALTER TABLE people ADD COLUMN place TEXT NOT NULL DEFAULT 'unknown'")
            try connection.execute("UPDATE people SET place = 'somewhere'")
        },
        Migration(
            "visits",
            sql: """
                -- A table that points at another.
                CREATE TABLE visits (person INTEGER NOT NULL REFERENCES people (id), day INTEGER NOT NULL) STRICT;
                INSERT INTO visits SELECT id, 1 FROM people;
                """),
    ]

    @Test("A file of any earlier version is upgraded with its data", arguments: 0...3)
    func upgrade(version: Int) async throws {
        let folder = try ScratchFolder()
        let old = try folder.open(migrations: Array(Self.history.prefix(version)))
        if version > 0 { try await old.write { try $0.execute("INSERT INTO people (name) VALUES ('Ada')") } }
        try old.close()

        let new = try folder.open(migrations: Self.history)
        let people = version > 0 ? 1 : 0
        #expect(try await new.read { try $0.number("SELECT count(*) FROM people WHERE name = 'Ada'") } == people)
        #expect(try await new.read { try $0.number("SELECT count(*) FROM visits") } == (1...2 ~= version ? 1 : 0))
        #expect(
            try await new.read { try $0.number("SELECT count(*) FROM people WHERE place = 'somewhere'") }
                == (version == 1 ? 1 : 0))
        try new.close()
        let again = try folder.open(migrations: Self.history)
        #expect(try await again.read { try $0.number("SELECT count(*) FROM people") } == people)
        try again.close()
    }

    @Test("A file of a later version is refused by name and left alone")
    func newer() async throws {
        let folder = try ScratchFolder()
        try folder.open(migrations: Self.history).close()
        let failure = storageError { _ = try folder.open(migrations: Array(Self.history.prefix(1))) }
        #expect(failure == .newerSchema(path: folder.database.path, unknown: ["places", "visits"]))
        try folder.open(migrations: Self.history).close()
    }

    @Test("A failing step is named and undone, and earlier ones stay", arguments: TestEngine.available)
    func failing(engine: TestEngine) async throws {
        let scratch = try ScratchDatabase(engine)
        let broken = Migration("broken") { connection in
            try connection.execute("CREATE TABLE half (id INTEGER PRIMARY KEY) STRICT")
            try connection.execute("INSERT INTO people (id) VALUES (1)")
        }
        let failure = storageError { _ = try scratch.open(migrations: [Self.history[0], broken]) }
        guard case .migrationFailed(name: "broken", let reason)? = failure else {
            Issue.record("reported as \(String(describing: failure))")
            return
        }
        #expect(!reason.isEmpty)
        let database = try scratch.open(migrations: [Self.history[0]])
        // Only where the table is not there can it be made.
        try await database.write { try $0.execute("CREATE TABLE half (id INTEGER PRIMARY KEY) STRICT") }
        #expect(try await database.read { try $0.number("SELECT count(*) FROM people") } == 0)
        try database.close()
    }

    @Test("A step that breaks a reference fails", arguments: TestEngine.available)
    func foreignKeys(engine: TestEngine) throws {
        let scratch = try ScratchDatabase(engine)
        let dangling = Migration("dangling", sql: "INSERT INTO visits VALUES (99, 1)")
        let failure = storageError { _ = try scratch.open(migrations: Self.history + [dangling]) }
        #expect(failure.name == "migrationFailed" && failure?.description.contains("dangling") == true)
    }

    @Test("Steps with one name, or put before one that has run, are refused", arguments: TestEngine.available)
    func order(engine: TestEngine) throws {
        let scratch = try ScratchDatabase(engine)
        let twice = storageError { _ = try scratch.open(migrations: [Self.history[0], Self.history[0]]) }
        #expect(twice.name == "migrationFailed" && twice?.description.contains("people") == true)
        try scratch.open(migrations: [Self.history[0]]).close()
        let inserted = storageError { _ = try scratch.open(migrations: [.notes, Self.history[0]]) }
        #expect(inserted.name == "migrationFailed" && inserted?.description.contains("notes") == true)
    }
}
