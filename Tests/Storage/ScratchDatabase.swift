// A database of its own for a test, on either engine.

import Isolation
import Testing

@testable import Storage

/// A database that can be closed and opened again. Gone when the test ends, or with the shared server.
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
    func open(
        _ options: StorageOptions = StorageOptions(), migrations: [Migration] = [.notes], base: BaseSchema? = nil
    ) throws -> ServiceDatabase {
        try ServiceDatabase.open(on: address, self.options, migrations: migrations, base: base, options: options)
    }
}

extension TestEngine {
    /// Runs `body` with a database of its own.
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
    /// Whether it says that we have used the engine wrongly.
    var isMisuse: Bool {
        switch self {
        case .sqlite(code: 21, _)?, .postgreSQL(state: "XX000", _)?: true
        default: false
        }
    }
}
