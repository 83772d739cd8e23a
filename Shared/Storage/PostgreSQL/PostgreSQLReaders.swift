import Foundation
import Synchronization

/// Runs reads on their own threads, so that no thread of Swift's pool is blocked while the server works.
final class PostgreSQLReaders: Sendable {
    private typealias Job = @Sendable (PostgreSQLConnection) -> Void

    private struct State {
        /// The waiting reads in reverse order: the first read is at the end.
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

    /// Runs `body` on the thread of a connection. The caller waits without blocking a thread.
    nonisolated(nonsending) func read<Value>(_ body: (PostgreSQLConnection) throws -> Value) async throws -> Value {
        // A constant keeps the caller's isolation, which a closure written in the call would lose.
        let lend: nonisolated(nonsending) (@escaping (PostgreSQLConnection) throws -> Value) async throws -> Value =
            lend
        return try await withoutActuallyEscaping(body, do: lend)
    }

    nonisolated(nonsending) private func lend<Value>(
        _ body: @escaping (PostgreSQLConnection) throws -> Value
    ) async throws -> Value {
        let read = LentRead(body)
        defer { read.free() }
        let refusal: StorageError? = await withUnsafeContinuation { continuation in
            let refusal = submit { connection in
                read.run(connection)
                continuation.resume(returning: nil)
            }
            if let refusal { continuation.resume(returning: refusal) }
        }
        if let refusal { throw refusal }
        return try read.result()
    }

    func stop() {
        let wasClosed = state.withLock { state in
            defer { state.isClosed = true }
            return state.isClosed
        }
        if wasClosed { return }
        for _ in 0..<threads { workAvailable.signal() }
    }

    /// Waits for the end of the threads. Must be called once, after `stop()`.
    func waitForEnd() { for _ in 0..<threads { ended.wait() } }

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
            // A signal without a job marks the end. It follows all jobs.
            guard let job = state.withLock({ $0.next() }) else { return connection.close() }
            job(connection)
        }
    }
}

/// A read that another thread runs for its caller. `@unchecked Sendable`: the caller waits until the read ends. The
/// closure is passed by address, because no reference to it may remain on the other thread after the call.
private struct LentRead<Value>: @unchecked Sendable {
    private let body: UnsafeMutablePointer<(PostgreSQLConnection) throws -> Value>
    private let outcome: UnsafeMutablePointer<Result<Value, any Error>>

    init(_ body: @escaping (PostgreSQLConnection) throws -> Value) {
        self.body = .allocate(capacity: 1)
        self.body.initialize(to: body)
        outcome = .allocate(capacity: 1)
        outcome.initialize(to: .failure(StorageError.closed))
    }

    /// Runs the read. It is not inlined, so that it has released the closure and the result when it returns.
    @inline(never)
    func run(_ connection: PostgreSQLConnection) { outcome.pointee = Result { try body.pointee(connection) } }

    func result() throws -> Value { try outcome.pointee.get() }

    func free() {
        body.deinitialize(count: 1)
        body.deallocate()
        outcome.deinitialize(count: 1)
        outcome.deallocate()
    }
}
