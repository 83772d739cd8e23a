// The lease by which one of several processes works on a database: taken, renewed and given back.

import Models
import Synchronization

/// The right of one process among several to work on a database, for a while that it prolongs.
///
/// No clock of one machine is compared with that of another. The holder counts from the moment before it renewed.
/// Whoever waits counts from the moment after it saw a renewal, and takes the lease when it has seen no other for as
/// long as the lease lasts, so after the holder has stopped. Each holder has a term of its own; what a former holder
/// still writes is refused with `StorageError.leaseLost`.
public final class DatabaseLease: Sendable {
    /// What came of an attempt to take the lease.
    public enum Attempt: Hashable, Sendable {
        /// This process holds it, in this term.
        case taken(term: Int64)
        /// Another one does, as far as is known.
        case held(by: String)
    }

    /// What the schema of a service with a lease has.
    public static let table = LeaseRow.creation

    private struct State {
        /// What the row said last, and when that was first known.
        var seen: (row: LeaseRow, at: ContinuousClock.Instant)?
        var term: LeaseTerm?
        /// When the latest renewal began that is known to have succeeded.
        var renewedAt: ContinuousClock.Instant?
        var isReleased = false
    }

    /// Tells this process from all others that want the lease; shown to operators.
    public let holder: String
    public let options: LeaseOptions
    private let connections: PostgreSQLReaders
    private let fence: WriteFence
    private let state = Mutex(State())

    init(holder: String, _ options: LeaseOptions, _ connections: PostgreSQLReaders, _ fence: WriteFence) {
        (self.holder, self.options, self.connections, self.fence) = (holder, options, connections, fence)
    }

    /// Whether this process may work now, by what it knows itself: no other one has the lease before this is false.
    public var isHeld: Bool {
        let renewedAt = state.withLock { $0.term == nil ? nil : $0.renewedAt }
        return renewedAt.map { options.now() < $0 + options.duration - options.margin } ?? false
    }

    /// Whether this process has given it back.
    public var isReleased: Bool { state.withLock { $0.isReleased } }

    /// For how long no renewal has succeeded; nil while this process has no term.
    public var timeSinceRenewal: Duration? {
        let renewedAt = state.withLock { $0.term == nil ? nil : $0.renewedAt }
        return renewedAt.map { options.now() - $0 }
    }

    /// Takes the lease when nobody has it: it was never taken, was given back, or has not been renewed for its duration
    /// since this process first saw it so. From then on every write of this process checks the term.
    ///
    /// - Throws: `StorageError`. Nothing was taken then; should that not be known, the next attempt finds out.
    public func take() async throws -> Attempt {
        let row = try await read()
        let seenAt = state.withLock { state in
            // A moment from after the row was read: whoever renewed it began before.
            if let seen = state.seen, seen.row == row { return seen.at }
            let now = options.now()
            state.seen = (row, now)
            return now
        }
        // What this process took without hearing of it is nobody else's.
        let isFree = row.isReleased || row.holder == holder
        guard isFree || options.now() - seenAt >= row.duration else { return .held(by: row.holder) }
        let began = options.now()
        let (holder, duration) = (holder, options.duration)
        let number: Int64?
        do {
            number = try await run { try row.take(for: holder, duration, $0) }
        } catch StorageError.busy {
            // The former holder's connection is cut, and the server has not noticed: its transaction keeps the lock.
            try await endForeignTransactions()
            throw StorageError.busy(path: "lease")
        }
        guard let number else { return .held(by: row.holder) }
        let term = LeaseTerm(number: number, holder: holder)
        fence.raise(term)
        state.withLock { state in
            (state.seen, state.term, state.renewedAt, state.isReleased) = (nil, term, began, false)
        }
        return .taken(term: number)
    }

    /// Prolongs the lease; false when another process has taken it, or it was given back.
    ///
    /// - Throws: `StorageError`. The lease may have been prolonged then; this process counts on the renewal before.
    public func renew() async throws -> Bool {
        guard let term = state.withLock({ $0.term }) else { return false }
        let began = options.now()
        let isRenewed = try await write { try term.renew($0) }
        return state.withLock { state in
            guard state.term == term else { return false }
            if isRenewed { state.renewedAt = began } else { state.term = nil }
            return isRenewed
        }
    }

    /// Gives the lease back, so that the next one need not wait. To be called when nothing is done any more.
    ///
    /// - Throws: `StorageError`; the others wait for as long as the lease lasts then.
    public func release() async throws {
        let term = state.withLock { state in
            defer { (state.term, state.isReleased) = (nil, true) }
            return state.term
        }
        guard let term else { return }
        try await write { try term.release($0) }
    }

    // MARK: The connection

    func stop() { connections.stop() }

    /// Waits for the end of the connection, after `stop()`. Once only.
    func waitForEnd() { connections.waitForEnd() }

    private func read() async throws -> LeaseRow {
        let row = try await connections.read { connection in
            try connection.read { try LeaseRow.read(Connection($0)) }
        }
        guard let row else { throw StorageError.misuse("the table of the lease has no row") }
        return row
    }

    /// Each statement sees what was committed before it, so that a renewal gets in nobody's way.
    private func write<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value {
        try await connections.read { connection in
            try connection.transaction(.readCommitted) { try body(Connection($0)) }
        }
    }

    /// The same while no transaction is open that has checked its term.
    private func run<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value {
        try await connections.read { connection in
            try connection.transaction(.readCommitted, locking: [LeaseRow.table]) { try body(Connection($0)) }
        }
    }

    /// Ends the connections whose transactions have checked the former term. Their process has stopped by its clock.
    private func endForeignTransactions() async throws {
        try await connections.read { connection in
            try connection.read {
                _ = try $0.run(
                    """
                    SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'relation' \
                    AND relation = '\(LeaseRow.table)'::regclass AND mode = 'RowExclusiveLock' AND granted \
                    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) \
                    AND pid <> pg_backend_pid()
                    """)
            }
        }
    }
}
