import Dispatch
import Synchronization

/// The last returned one is lent first, so that its pages are cached and others need not open.
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
        self.path = path
        self.options = options
        self.skipped = skipped
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
