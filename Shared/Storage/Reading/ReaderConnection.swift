// A read-only connection that is used on the thread of whoever reads.

import GRDB
import GRDBSQLite

/// A read-only connection with its compiled statements.
///
/// GRDB opens and closes it. GRDB's queues are not used: whoever has taken the connection from `ReaderStack` has it
/// alone.
///
/// `@unchecked Sendable`: `state` is only touched by the thread that has taken the connection from `ReaderStack`.
final class ReaderConnection: @unchecked Sendable {
    private let queue: DatabaseQueue
    let state: SQLiteConnection

    init(path: String, options: StorageOptions, skipped: SkippedRows) throws(StorageError) {
        do {
            queue = try DatabaseQueue(path: path, configuration: .reader(options))
            let handle = queue.unsafeRead { Handle(pointer: $0.sqliteConnection) }
            guard let pointer = handle.pointer else { throw StorageError.closed }
            state = SQLiteConnection(handle: pointer, path: path, skipped: skipped)
        } catch {
            throw StorageError(error, path: path)
        }
    }

    /// Runs `body`; every statement in it sees the database as it is when the statement starts.
    func read<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try body(Connection(state))
    }

    /// Runs `body`; all its statements see the database as it is at the first of them.
    func readSnapshot<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try state.control("BEGIN DEFERRED")
        // Should it fail, the connection is not lent again.
        defer { try? state.control("ROLLBACK") }
        return try body(Connection(state))
    }

    /// Whether a read has left a transaction open. Whoever came next would see the database as it was then.
    var isInTransaction: Bool { state.isInTransaction }

    func close() {
        state.close()
        // Fails only with statements left open, and all of them have just been finalized.
        try? queue.close()
    }

    private struct Handle: @unchecked Sendable {
        // Only carried from the closure to the initializer, on one thread.
        var pointer: OpaquePointer?
    }
}
