import GRDB
import GRDBSQLite

/// GRDB opens and closes the connection; its queues are not used, because `ReaderStack` lends it to one reader at a time.
/// `@unchecked Sendable`: only the borrowing thread uses `state`.
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

    func read<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try body(Connection(state))
    }

    /// All statements see the database as it is at the first of them.
    func readSnapshot<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try state.control("BEGIN DEFERRED")
        // If it fails, the connection is not lent again.
        defer { try? state.control("ROLLBACK") }
        return try body(Connection(state))
    }

    /// The next reader would see an outdated state.
    var isInTransaction: Bool { state.isInTransaction }

    func close() {
        state.close()
        // Fails only with open statements, and all were finalized above.
        try? queue.close()
    }

    private struct Handle: @unchecked Sendable {
        // Only passed from the closure to the initializer, on one thread.
        var pointer: OpaquePointer?
    }
}
