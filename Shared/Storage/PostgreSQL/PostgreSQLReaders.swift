// The threads that read: each has a connection of its own and waits for the server, so that no other thread has to.

import Foundation
import Synchronization

/// Reads on a few connections. Whoever reads does not hold a thread of the pool of Swift's tasks while the server works.
final class PostgreSQLReaders: Sendable {
    private typealias Job = @Sendable (PostgreSQLConnection) -> Void

    private struct State {
        /// What waits, the first at the end.
        var arriving: [Job] = []
        var leaving: [Job] = []
        var isClosed = false

        var count: Int { arriving.count + leaving.count }

        mutating func next() -> Job? {
            if leaving.isEmpty {
                swap(&arriving, &leaving)
                leaving.reverse()
            }
            return leaving.popLast()
        }
    }

    private let state = Mutex(State())
    private let workAvailable = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    private let threads: Int
    private let maximumQueued: Int

    /// - Parameters:
    ///   - connections: How many there are; each is opened by its first read.
    ///   - maximumQueued: How many reads may wait; one more is refused.
    init(connections: Int, maximumQueued: Int, make: @escaping @Sendable () -> PostgreSQLConnection) {
        threads = max(1, connections)
        self.maximumQueued = maximumQueued
        for _ in 0..<threads {
            let thread = Thread { [self] in
                run(make())
                ended.signal()
            }
            thread.name = "storage-reader"
            thread.start()
        }
    }

    /// Runs `body` on one of the connections; its statements see one state of the database. It may run twice.
    ///
    /// - Throws: What `body` throws, `StorageError`.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let refusal = submit { connection in
                continuation.resume(with: Result { try connection.readSnapshot(body) })
            }
            if let refusal { continuation.resume(throwing: refusal) }
        }
    }

    /// Takes no more reads, does those that wait, and closes the connections. Once only.
    func close() {
        state.withLock { $0.isClosed = true }
        for _ in 0..<threads { workAvailable.signal() }
        for _ in 0..<threads { ended.wait() }
    }

    private func submit(_ job: @escaping Job) -> StorageError? {
        let refusal: StorageError? = state.withLock { state in
            if state.isClosed { return .closed }
            if state.count >= maximumQueued { return .overloaded }
            state.arriving.append(job)
            return nil
        }
        if refusal == nil { workAvailable.signal() }
        return refusal
    }

    private func run(_ connection: PostgreSQLConnection) {
        while true {
            workAvailable.wait()
            // The signal without a job is that of the end, which comes behind those of all jobs.
            guard let job = state.withLock({ $0.next() }) else { return connection.close() }
            job(connection)
        }
    }
}
