import Foundation
import GRDB

/// One step of a schema's history.
///
/// Steps are only appended: a released one is never changed, moved or removed, because it has run in existing files.
/// Each runs in its own transaction, and the file records its name.
public struct Migration: Sendable {
    /// Unique within a database.
    public let name: String
    let body: @Sendable (Connection) throws -> Void

    /// A step with code. Foreign keys are checked at its end, not while it runs.
    public init(_ name: String, _ body: @escaping @Sendable (Connection) throws -> Void) {
        self.name = name
        self.body = body
    }

    public init(_ name: String, sql: SQL) {
        self.init(name) { try $0.execute(sql) }
    }
}

extension [Migration] {
    /// Runs the missing steps.
    ///
    /// - Parameters:
    ///   - base: The start of a new file: one transaction instead of one for each included step.
    ///   - loss: Thrown for an empty file that had a database.
    func run(
        on connection: WriterConnection, base: BaseSchema?, whenNew loss: StorageError?
    ) throws(StorageError) {
        if let twice = firstRepeatedName {
            throw .migrationFailed(name: twice, reason: "two migrations have this name")
        }
        var migrator = DatabaseMigrator()
        for migration in self {
            migrator.registerMigration(migration.name) { _ in
                do { try migration.body(Connection(connection.state)) } catch {
                    throw MigrationFailure(name: migration.name, cause: error)
                }
            }
        }
        let pool = connection.pool
        do {
            let applied = try pool.writeWithoutTransaction { [migrator] in try migrator.appliedIdentifiers($0) }
            if let loss, applied.isEmpty { throw loss }
            try check(applied: applied, path: pool.path)
            if applied.isEmpty, let base {
                try pool.write { database in
                    try base.create(in: Connection(connection.state))
                    // The migrator's table of completed steps.
                    try database.execute(
                        sql: "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
                    for name in base.includes {
                        try database.execute(
                            sql: "INSERT INTO grdb_migrations (identifier) VALUES (?)", arguments: [name])
                    }
                }
            }
            try migrator.migrate(pool)
        } catch let failure as MigrationFailure {
            throw failure.storageError
        } catch {
            throw StorageError(error, path: pool.path)
        }
    }

    func check(applied: Set<String>, path: String) throws(StorageError) {
        let unknown = applied.subtracting(map(\.name))
        guard unknown.isEmpty else { throw .newerSchema(path: path, unknown: unknown.sorted()) }
        if let inserted = prefix(applied.count).first(where: { !applied.contains($0.name) }) {
            throw .migrationFailed(
                name: inserted.name, reason: "it stands before migrations that have run in this file; append it instead"
            )
        }
    }

    /// The schema must have run a beginning of this list. It may have run later steps that this program does not know,
    /// because a newer program has added them while this one still runs. Returns these.
    ///
    /// - Parameter applied: In the order of their runs.
    func checkAllowingLater(applied: [String], path: String) throws(StorageError) -> [String] {
        let known = Set(map(\.name))
        let later = applied.drop { known.contains($0) }.map(\.self)
        try check(applied: Set(applied.prefix(applied.count - later.count)), path: path)
        if later.isEmpty { return [] }
        // A known step after them, or a missing one: not this program's history with additions.
        guard applied.count - later.count == count else {
            throw .newerSchema(path: path, unknown: later.filter { !known.contains($0) })
        }
        return later
    }

    var firstRepeatedName: String? {
        var seen: Set<String> = []
        return first { !seen.insert($0.name).inserted }?.name
    }
}

/// An error of a migration with its name, which GRDB does not report.
struct MigrationFailure: Error {
    var name: String
    var cause: any Error

    /// A problem of the machine or the file stays as it is; a problem of the step names the step.
    var storageError: StorageError {
        switch cause as? StorageError {
        case .some(let cause) where cause.concernsTheFile: cause
        case .some(let cause): .migrationFailed(name: name, reason: cause.description)
        case nil: .migrationFailed(name: name, reason: String(describing: cause))
        }
    }
}

extension StorageError {
    fileprivate var concernsTheFile: Bool {
        switch self {
        case .diskFull, .busy, .corrupt, .inputOutput, .readOnly, .cannotOpen, .serverUnavailable,
            .serializationFailure,
            .outcomeUnknown:
            true
        default: false
        }
    }
}
