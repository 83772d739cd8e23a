// A read-only connection that is used on the thread of whoever reads.

import GRDB
import GRDBSQLite

/// A read-only connection with its compiled statements.
///
/// GRDB's pool reads through a queue of tasks, which costs several times a lookup by key. A queue of its own per
/// connection runs on the calling thread.
///
/// `@unchecked Sendable`: `state` is only touched by the thread that has taken the connection from `ReaderStack`.
final class ReaderConnection: @unchecked Sendable {
    private let queue: DatabaseQueue
    private let state: ConnectionState

    init(path: String, options: StorageOptions) throws(StorageError) {
        do {
            queue = try DatabaseQueue(path: path, configuration: .reader(options))
            let handle = queue.unsafeRead { Handle(pointer: $0.sqliteConnection) }
            guard let pointer = handle.pointer else { throw StorageError.closed }
            state = ConnectionState(handle: pointer, path: path)
        } catch {
            throw StorageError(error, path: path)
        }
    }

    /// Runs `body`; every statement in it sees the database as it is when the statement starts.
    func read<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try queue.unsafeRead { _ in
            defer { state.endBorrow() }
            return try body(Connection(state: state))
        }
    }

    /// Runs `body`; all its statements see the database as it is at the first of them.
    func readSnapshot<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try queue.unsafeRead { _ in
            try control("BEGIN DEFERRED")
            defer {
                state.endBorrow()
                // A transaction that has only read can always end.
                try? control("ROLLBACK")
            }
            return try body(Connection(state: state))
        }
    }

    func close() {
        state.close()
        // Fails only with statements left open, and all of them have just been finalized.
        try? queue.close()
    }

    private func control(_ sql: String) throws(StorageError) {
        _ = try state.lease(sql, controlsTransaction: true).step(on: state)
    }

    private struct Handle: @unchecked Sendable {
        // Only carried from the closure to the initializer, on one thread.
        var pointer: OpaquePointer?
    }
}
