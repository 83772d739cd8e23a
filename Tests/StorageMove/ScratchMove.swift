@testable import Storage
@testable import StorageMove

final class ScratchMove: Sendable {
    let folder: TemporaryFolder
    let address: PostgreSQLAddress
    let options: PostgreSQLOptions

    init() throws {
        folder = try TemporaryFolder()
        address = try PostgreSQLAddress(try TestPostgreSQL.shared.get().address())
        var options = PostgreSQLOptions()
        options.requiresDurability = false
        options.schema = "move_\(UInt32.random(in: 0 ... .max))"
        self.options = options
    }

    var file: URL { folder.url.appendingPathComponent("notes.sqlite") }
    var markFile: URL { folder.url.appendingPathComponent("notes.moving") }
    var mark: DatabaseMark { DatabaseMark(of: file) }
    var schema: String { options.schema ?? "" }
    static let feed = FeedTable(FeedName(rawValue: "positions"))

    static let migrations = [
        Migration(
            "tables",
            sql: """
                CREATE TABLE note (number INTEGER PRIMARY KEY, "key" TEXT UNIQUE, real REAL, bytes BLOB, big INTEGER) STRICT;
                -- Before the one that it refers to, in the order of names.
                CREATE TABLE answer (
                    number INTEGER PRIMARY KEY AUTOINCREMENT,
                    note INTEGER NOT NULL REFERENCES note (number),
                    text TEXT NOT NULL
                ) STRICT;
                CREATE TABLE tag (note INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY (note, name)) STRICT, WITHOUT ROWID;
                CREATE TABLE line (text TEXT, at INTEGER) STRICT;
                CREATE TABLE counter (one INTEGER PRIMARY KEY CHECK (one = 1), last INTEGER NOT NULL) STRICT;
                INSERT INTO counter (one, last) VALUES (1, 0);
                """),
        Migration("feed") { try feed.create(in: $0) },
    ]

    // MARK: Opening

    func openFile(_ migrations: [Migration] = ScratchMove.migrations) throws -> ServiceDatabase {
        try MoveMark.check(mark, beside: file, opens: .file(file))
        return try ServiceDatabase.open(at: .file(file), migrations: migrations, mark: mark)
    }

    func openServer(_ migrations: [Migration] = ScratchMove.migrations) throws -> ServiceDatabase {
        try MoveMark.check(mark, beside: file, opens: .postgreSQL(address, schema: schema))
        return try ServiceDatabase.open(on: address, options, migrations: migrations, mark: mark)
    }

    func connection() -> PostgreSQLConnection {
        var options = options
        options.occupation = .none
        return PostgreSQLConnection(address, options: options)
    }

    func tablesOnServer() throws -> Int64? {
        let connection = connection()
        defer { connection.close() }
        return try Connection(connection).value("SELECT count(*) FROM pg_tables WHERE schemaname = \(schema)")
    }

    func move(
        _ migrations: [Migration] = ScratchMove.migrations,
        reached: @escaping @Sendable (StorageMove.Step) throws -> Void = { _ in }
    ) -> StorageMove {
        StorageMove(
            file: file, address: address, options: options, migrations: migrations, mark: mark,
            now: { Date(timeIntervalSince1970: 1_800_000_000) }, reached: reached)
    }

    // MARK: Rows

    static let texts = ["", "plain", "größer\nals \u{1F6B2}", "'quoted' \"and\" \\ so on", "e\u{301}", "\u{e9}"]
    static let reals: [Double?] = [0, -0.0, 1.5, .infinity, -.infinity, .leastNonzeroMagnitude, nil]
    static let bytes: [[UInt8]?] = [[], [0, 1, 255], Array(repeating: 7, count: 100_000), nil]
    static let integers: [Int64?] = [.min, .max, 0, -1, nil]

    /// Writes rows with every kind of value, and deletes the one with the highest number.
    func fill(_ database: ServiceDatabase) async throws {
        try await database.write { connection in
            for (index, text) in Self.texts.enumerated() {
                try connection.run(
                    """
                    INSERT INTO note ("key", real, bytes, big) VALUES (\(text), \(Self.reals[index % 7] ?? nil), \
                    \(Self.bytes[index % 4] ?? nil), \(Self.integers[index % 5] ?? nil))
                    """)
                try connection.run("INSERT INTO answer (note, text) VALUES (\(index + 1), \(text))")
                try connection.run("INSERT INTO tag (note, name) VALUES (\(index), \(text))")
                try connection.run("INSERT INTO line (text, at) VALUES ('twice the same', 1), ('twice the same', 1)")
                try Self.feed.record(text + "key", [1, 2, 3], at: UnixTime(milliseconds: 5), in: connection)
            }
            try connection.run("UPDATE counter SET last = 41")
            try connection.run("DELETE FROM answer WHERE number = 6")
        }
    }

    static func rows(_ database: ServiceDatabase) async throws -> [String] {
        try await database.readSnapshot { connection in
            var rows: [String] = []
            rows += try connection.all("SELECT number, \"key\", real, bytes, big FROM note ORDER BY number") {
                row throws(StorageError) in
                let real: Double? = try row["real"]
                let bytes: [UInt8]? = try row["bytes"]
                let text: String? = try row["key"]
                let big: Int64? = try row["big"]
                let number: Int = try row["number"]
                let positive = real.map { $0 == 0 ? 0 : $0 }
                let bytesOfText = text.map { Array($0.utf8) }
                return "note \(number) \(bytesOfText as Any) \(positive as Any) \(bytes as Any) \(big as Any)"
            }
            rows += try connection.all("SELECT number, note, text FROM answer ORDER BY number") {
                row throws(StorageError) in
                "answer \(try row["number"] as Int) \(try row["note"] as Int) \(try row["text"] as String)"
            }
            rows += try connection.all("SELECT note, name FROM tag ORDER BY note") { row throws(StorageError) in
                "tag \(try row["note"] as Int) \(try row["name"] as String)"
            }
            rows += try connection.all("SELECT text, at FROM line") { row throws(StorageError) in
                "line \(try row["text"] as String) \(try row["at"] as Int)"
            }
            rows += try connection.all("SELECT last FROM counter") { row throws(StorageError) in
                "counter \(try row["last"] as Int)"
            }
            rows += try feed.changes(after: 0, limit: 100, bytes: 1 << 20, in: connection).map { "\($0)" }
            return rows + ["feed \(try feed.highWater(in: connection))"]
        }
    }

    static func epoch(_ database: ServiceDatabase) async throws -> FeedEpoch {
        try await database.read { try feed.position(in: $0).epoch }
    }

    static func addAnswer(_ database: ServiceDatabase) async throws -> Int64 {
        try await database.write { try $0.insert("INSERT INTO answer (note, text) VALUES (1, 'new') RETURNING number") }
    }
}

/// Ends a move as a kill would.
struct Killed: Error {}

/// Needs PostgreSQL, which a developer's Mac may lack.
let needsPostgreSQL = ConditionTrait.disabled(
    if: TestPostgreSQL.reasonToSkip != nil, "\(TestPostgreSQL.reasonToSkip ?? "")")

func storageError(_ body: () throws -> Void) -> StorageError? {
    do {
        try body()
        return nil
    } catch {
        return error as? StorageError
    }
}

extension StorageError? {
    /// The name of the case; empty without an error.
    var name: String { self.map { Mirror(reflecting: $0).children.first?.label ?? "\($0)" } ?? "" }
}
