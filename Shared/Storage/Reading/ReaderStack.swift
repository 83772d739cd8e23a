import Dispatch
import GRDB
import GRDBSQLite
import Synchronization

/// Lends out reading connections. The connection that was returned last is lent first, because its pages are cached.
final class ReaderStack: Sendable {
    private struct State {
        var idle: [ReaderConnection] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    private let permits: DispatchSemaphore
    private let maximum: Int
    private let path: String
    private let options: StorageOptions
    private let skipped: SkippedRows

    init(path: String, options: StorageOptions, skipped: SkippedRows) throws(StorageError) {
        maximum = max(1, options.maximumReaders)
        permits = DispatchSemaphore(value: maximum)
        (self.path, self.options, self.skipped) = (path, options, skipped)
        let first = try ReaderConnection(path: path, options: options, skipped: skipped)
        state.withLock { $0.idle.append(first) }
    }

    func withConnection<Value>(_ body: (ReaderConnection) throws -> Value) throws -> Value {
        permits.wait()
        defer { permits.signal() }
        let connection = try take()
        defer { release(connection) }
        return try body(connection)
    }

    private func release(_ connection: ReaderConnection) {
        if connection.isInTransaction { return connection.close() }
        state.withLock { $0.idle.append(connection) }
    }

    func close() {
        state.withLock { $0.isClosed = true }
        for _ in 0..<maximum { permits.wait() }
        let idle = state.withLock { state in
            defer { state.idle = [] }
            return state.idle
        }
        for connection in idle { connection.close() }
        for _ in 0..<maximum { permits.signal() }
    }

    private func take() throws(StorageError) -> ReaderConnection {
        let (idle, isClosed) = state.withLock { ($0.isClosed ? nil : $0.idle.popLast(), $0.isClosed) }
        if isClosed { throw .closed }
        if let idle { return idle }
        return try ReaderConnection(path: path, options: options, skipped: skipped)
    }
}

/// GRDB opens and closes the connection; its queues are not used, because `ReaderStack` lends it to one reader at a
/// time. `@unchecked Sendable`: only the borrowing thread uses `state`.
final class ReaderConnection: @unchecked Sendable {
    private let queue: DatabaseQueue
    let state: SQLiteConnection

    init(path: String, options: StorageOptions, skipped: SkippedRows) throws(StorageError) {
        do {
            queue = try DatabaseQueue(path: path, configuration: .reader(options))
            let handle = queue.unsafeRead { SQLiteConnection.Handle(pointer: $0.sqliteConnection) }
            state = try SQLiteConnection(handle, path: path, skipped: skipped)
        } catch {
            throw StorageError(error, path: path)
        }
    }

    func read<Value>(_ body: (Connection) throws -> Value) throws -> Value { try body(Connection(state)) }

    /// Runs `body`. All its statements see the database in the state at the first statement.
    func readSnapshot<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try state.control("BEGIN DEFERRED")
        // If the rollback fails, the transaction stays open, and the connection is not lent again.
        defer { try? state.control("ROLLBACK") }
        return try body(Connection(state))
    }

    /// Whether a transaction is open, in which the next reader would see an outdated state.
    var isInTransaction: Bool { state.isInTransaction }

    func close() {
        state.close()
        // Closing fails only if statements are open, and all of them were finalized above.
        try? queue.close()
    }
}

/// Reports rows that lists leave out. Only the first row for each statement and column is reported, to spare the log.
final class SkippedRows: Sendable {
    private struct State {
        var told: Set<StorageError> = []
        var listener: (@Sendable (StorageError) -> Void)?
    }

    /// The largest number of reports that are remembered. Above it all are forgotten, and may be repeated.
    private static let maximum = 64

    private let state = Mutex(State())

    func record(_ error: StorageError) {
        state.withLock { state in
            if state.told.count >= Self.maximum { state.told = [] }
            guard state.told.insert(error).inserted else { return }
            state.listener?(error)
        }
    }

    /// Sets the listener.
    /// - Parameter listener: Must be fast, and must not read from the database.
    func listen(_ listener: @escaping @Sendable (StorageError) -> Void) {
        state.withLock { state in
            state.listener = listener
            for error in state.told { listener(error) }
        }
    }
}
