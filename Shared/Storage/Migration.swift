// The steps that bring a database file of any earlier version to the present schema.

import Foundation
import GRDB

/// One step of a schema's history.
///
/// Steps are only ever appended: one that has been released is never changed, moved or removed, since files exist in
/// which it has run. Each runs in a transaction of its own and is remembered in the file by its name.
public struct Migration: Sendable {
    /// Identifies the step in the file; unique within a database.
    public let name: String
    let body: @Sendable (Connection) throws -> Void

    /// A step that needs code. Foreign keys are checked at its end, not while it runs.
    public init(_ name: String, _ body: @escaping @Sendable (Connection) throws -> Void) {
        self.name = name
        self.body = body
    }

    /// A step that is SQL alone.
    public init(_ name: String, sql: SQL) {
        self.init(name) { try $0.execute(sql) }
    }
}

extension [Migration] {
    /// Runs what the file has not seen yet.
    ///
    /// - Parameters:
    ///   - base: What a new file begins with: one transaction instead of one for each step that it includes.
    ///   - loss: Thrown for a file without content, where there has been a database.
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
                    // The table in which the migrator looks for what has run.
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

    /// The file must have run a beginning of this list and nothing else.
    func check(applied: Set<String>, path: String) throws(StorageError) {
        let unknown = applied.subtracting(map(\.name))
        guard unknown.isEmpty else { throw .newerSchema(path: path, unknown: unknown.sorted()) }
        if let inserted = prefix(applied.count).first(where: { !applied.contains($0.name) }) {
            throw .migrationFailed(
                name: inserted.name, reason: "it stands before migrations that have run in this file; append it instead"
            )
        }
    }

    /// The schema must have run a beginning of this list; it may have run others behind it that this program does not
    /// know, which a newer program has added while this one still runs. Gives these.
    ///
    /// - Parameter applied: In the order in which they have run.
    func checkAllowingLater(applied: [String], path: String) throws(StorageError) -> [String] {
        let known = Set(map(\.name))
        let later = applied.drop { known.contains($0) }.map(\.self)
        try check(applied: Set(applied.prefix(applied.count - later.count)), path: path)
        if later.isEmpty { return [] }
        // Another one of ours behind them, or one that has not run: not this program's history and some more.
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

/// An error of a migration's body with the name of the migration, which GRDB does not report.
struct MigrationFailure: Error {
    var name: String
    var cause: any Error

    /// What is wrong with the machine or the file stays what it is; what is wrong with the step names the step.
    var storageError: StorageError {
        switch cause as? StorageError {
        case .some(let cause) where cause.concernsTheFile: cause
        case .some(let cause): .migrationFailed(name: name, reason: cause.description)
        case nil: .migrationFailed(name: name, reason: String(describing: cause))
        }
    }
}

extension StorageError {
    /// Whether any statement would have met this error.
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
