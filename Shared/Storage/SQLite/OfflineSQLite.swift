package import Foundation
import GRDB

/// A database file that no other process has open.
package struct OfflineSQLite {
    private let queue: DatabaseQueue
    private let path: String

    package init(_ file: URL) throws(StorageError) {
        path = file.path
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL; PRAGMA cache_size = -16384") }
        do { queue = try DatabaseQueue(path: file.path, configuration: configuration) } catch {
            throw StorageError(error, path: file.path)
        }
    }

    /// Runs `body` on a consistent state of an intact file.
    package func read<Value>(_ body: (SQLiteConnection) throws -> Value) throws -> Value {
        try lending {
            try queue.read { database in
                try Backup.checkIntegrity(database)
                return try database.lend(path, to: body)
            }
        }
    }

    /// Runs `body` as one transaction, and merges the log into the file.
    package func write<Value>(_ body: (SQLiteConnection) throws -> Value) throws -> Value {
        try lending {
            try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
            return try queue.write { try $0.lend(path, to: body) }
        }
    }

    /// Merges the log into the file, so that the file alone is the database.
    package func emptyLog() throws {
        try lending {
            try queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
            try queue.close()
        }
    }

    package func close() throws { try lending { try queue.close() } }

    private func lending<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as DatabaseError { throw StorageError(error, path: path) }
    }
}
