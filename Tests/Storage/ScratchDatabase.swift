@testable import Storage

struct ScratchDatabase {
    let engine: TestEngine
    private let folder: ScratchFolder
    private let schema: ScratchSchema?

    init(_ engine: TestEngine) throws {
        self.engine = engine
        folder = try ScratchFolder()
        schema = engine == .postgreSQL ? try ScratchSchema() : nil
    }

    /// Opens it; on PostgreSQL several times at a time, as several processes would.
    func open(
        _ options: StorageOptions = StorageOptions(), migrations: [Migration] = [.notes]
    ) throws -> ServiceDatabase {
        guard let schema else { return try folder.open(options, migrations: migrations) }
        return try schema.open(options, migrations: migrations)
    }
}

extension ScratchSchema {
    var location: String { DatabaseLocation.postgreSQL(address, schema: options.schema ?? "").description }

    func open(
        _ options: StorageOptions = StorageOptions(), migrations: [Migration] = [.notes]
    ) throws -> ServiceDatabase {
        try ServiceDatabase.open(on: address, self.options, migrations: migrations, options: options)
    }
}

extension TestEngine {
    func withDatabase(
        _ options: StorageOptions = StorageOptions(), migrations: [Migration] = [.notes],
        _ body: (ServiceDatabase) async throws -> Void
    ) async throws {
        let scratch = try ScratchDatabase(self)
        let database = try scratch.open(options, migrations: migrations)
        try await body(database)
        try database.close()
    }
}

extension StorageError? {
    var isMisuse: Bool {
        switch self {
        case .sqlite(code: 21, _)?, .postgreSQL(state: "XX000", _)?: true
        default: false
        }
    }
}

enum TestEngine: String, CaseIterable, CustomTestStringConvertible, Sendable {
    case sqlite, postgreSQL

    /// Both, except where a developer may go on without PostgreSQL; `needsPostgreSQL` says so in the tests' output.
    static var available: [TestEngine] { TestPostgreSQL.reasonToSkip == nil ? allCases : [.sqlite] }

    var testDescription: String { rawValue }

    func withConnection(_ script: SQL, _ body: @escaping @Sendable (Connection) throws -> Void) async throws {
        switch self {
        case .sqlite:
            let folder = try ScratchFolder()
            let database = try folder.open(migrations: [Migration("tables", sql: script)])
            try await database.write { try body($0) }
            try database.close()
        case .postgreSQL:
            let connection = try ScratchSchema().connection()
            try connection.execute(script)
            try connection.transaction { try body(Connection($0)) }
        }
    }
}

/// A temporary folder that is removed with the value.
final class ScratchFolder: Sendable {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    var url: URL { folder.url }
    var database: URL { url.appendingPathComponent("notes.sqlite") }

    func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    func open(
        _ options: StorageOptions = StorageOptions(), migrations: [Migration] = [.notes]
    ) throws -> ServiceDatabase {
        try ServiceDatabase.open(at: .file(database), migrations: migrations, options: options)
    }
}

extension StorageOptions {
    /// Keeps all writes in the log until the database is closed.
    static var withFullLog: StorageOptions {
        .with {
            $0.walAutocheckpointPages = 1 << 30
            ($0.logQuietTime, $0.logMaximumAge) = (.seconds(3600), .seconds(3600))
        }
    }
}

extension Migration {
    static let notes = Migration(
        "notes", sql: "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT")
}

extension Connection {
    func addNote(_ text: String) throws { try run("INSERT INTO notes (text) VALUES (\(text))") }

    func notes() throws -> [String] { try values("SELECT text FROM notes ORDER BY id") }

    func number(_ sql: SQL) throws -> Int64 { try value(sql) ?? -1 }

    func text(_ sql: SQL) throws -> String { try value(sql) ?? "" }
}

func storageError(_ body: () throws -> Void) -> StorageError? {
    do {
        try body()
        return nil
    } catch {
        return error as? StorageError
    }
}

func storageError(_ body: () async throws -> Void) async -> StorageError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? StorageError
    }
}
