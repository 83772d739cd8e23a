@testable import Storage

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
