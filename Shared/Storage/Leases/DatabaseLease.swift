import Foundation
import Models
import Synchronization

/// The temporary right of one process among several to work on a database. Clocks of different machines are never
/// compared: the holder counts from the moment before a renewal, a waiting process from the moment after it saw the
/// renewal. Each holder has its own term; later writes of an earlier holder are refused with `StorageError.leaseLost`.
public final class DatabaseLease: Sendable {
    /// The result of an attempt to take the lease.
    public enum Attempt: Hashable, Sendable {
        case taken(term: Int64)
        case held(by: String)
    }

    /// Creates the lease's table, for the schema of a service with a lease.
    public static let table = LeaseRow.creation

    private struct State {
        var seen: (row: LeaseRow, at: ContinuousClock.Instant)?
        var term: LeaseTerm?
        var renewedAt: ContinuousClock.Instant?
        var isReleased = false
    }

    /// The name of this process, which no other process has. Operators see it.
    public let holder: String
    public let options: LeaseOptions
    private let connections: PostgreSQLReaders
    private let fence: WriteFence
    private let state = Mutex(State())

    init(holder: String, _ options: LeaseOptions, _ connections: PostgreSQLReaders, _ fence: WriteFence) {
        (self.holder, self.options, self.connections, self.fence) = (holder, options, connections, fence)
    }

    /// Whether this process may work now, as far as it knows. No other process gets the lease before this is false.
    public var isHeld: Bool {
        let renewedAt = state.withLock { $0.term == nil ? nil : $0.renewedAt }
        return renewedAt.map { options.now() < $0 + options.duration - options.margin } ?? false
    }

    public var isReleased: Bool { state.withLock { $0.isReleased } }

    /// The time since the last renewal; nil if this process does not hold the lease.
    public var timeSinceRenewal: Duration? {
        let renewedAt = state.withLock { $0.term == nil ? nil : $0.renewedAt }
        return renewedAt.map { options.now() - $0 }
    }

    /// Takes the lease if it was never taken, was released, or was not renewed for its duration since this process
    /// first saw it. From then on, every write of this process checks the term. After an error, the next attempt finds
    /// out whether the lease was taken.
    public func take() async throws -> Attempt {
        let row = try await read()
        let seenAt = state.withLock { state in
            // This moment is later than the renewal in the row, so the process never takes the lease too early.
            if let seen = state.seen, seen.row == row { return seen.at }
            let now = options.now()
            state.seen = (row, now)
            return now
        }
        // This process may have taken the lease in an attempt whose answer was lost.
        let isFree = row.isReleased || row.holder == holder
        guard isFree || options.now() - seenAt >= row.duration else { return .held(by: row.holder) }
        let began = options.now()
        let (holder, duration) = (holder, options.duration)
        let number: Int64?
        do {
            number = try await write(locking: [LeaseRow.table]) { try row.take(for: holder, duration, $0) }
        } catch StorageError.busy {
            // The former holder's connection is broken, and the server has not noticed: its transaction keeps the lock.
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

    /// Renews the lease. Returns false if another process has taken the lease, or it was released. After an error, this
    /// process can rely only on the previous renewal.
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

    /// Releases the lease, so that the next process need not wait. Must be called when all work is done.
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

    /// Waits for the end of the threads. Must be called once, after `stop()`.
    func waitForEnd() { connections.waitForEnd() }

    private func read() async throws -> LeaseRow {
        let row = try await connections.read { connection in
            try connection.read { try LeaseRow.read(Connection($0)) }
        }
        guard let row else { throw StorageError.misuse("the table of the lease has no row") }
        return row
    }

    /// Runs `body` in a transaction in which each statement sees earlier commits, so that a renewal obstructs no other
    /// transaction.
    /// - Parameter tables: The tables to lock, so that no open transaction has already checked its term.
    private func write<Value: Sendable>(
        locking tables: [SQL] = [], _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value {
        try await connections.read { connection in
            try connection.transaction(.readCommitted, locking: tables) { try body(Connection($0)) }
        }
    }

    /// Ends connections of the earlier holder, whose term is over by its own clock.
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

/// The times of a lease. The defaults suit a service; tests use shorter times.
public struct LeaseOptions: Sendable {
    /// How long the lease is valid without a renewal. After a crash, the next process waits as long.
    public var duration: Duration
    /// A clock that also runs while the machine sleeps.
    public var now: @Sendable () -> ContinuousClock.Instant

    public init(duration: Duration = .seconds(10), now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        (self.duration, self.now) = (duration, now)
    }

    /// The time from one renewal to the next.
    public var renewalInterval: Duration { duration / 3 }
    /// The time between two checks of a waiting process.
    public var lookInterval: Duration { duration / 40 }
    /// How long before the lease's end the holder stops. Clocks differ in speed, and writes take a moment to arrive.
    var margin: Duration { duration / 5 }
}

/// Checks in each write whether the process's term still lasts. A process without a term may always write.
final class WriteFence: Sendable {
    private let term = Mutex<LeaseTerm?>(nil)

    /// Sets the term. From now on, no transaction of this process takes effect in another term.
    func raise(_ term: LeaseTerm) { self.term.withLock { $0 = term } }

    /// Checks the term. It is called first in each writing transaction. A process that takes the lease waits for this
    /// lock, so the term cannot end between the check and the COMMIT. The lock is taken before the check, because a
    /// transaction sees the state at its first statement.
    func check(_ connection: PostgreSQLConnection) throws(StorageError) {
        guard let term = term.withLock({ $0 }) else { return }
        try connection.enqueueControl("LOCK TABLE \(LeaseRow.table) IN ROW EXCLUSIVE MODE")
        guard try term.isPresent(Connection(connection)) else { throw .leaseLost(term: term.number) }
    }
}

struct LeaseRow: Hashable, Sendable {
    var term: Int64
    /// The holder's name, different for each process; empty before the first holder.
    var holder: String
    /// The number of renewals in this term. From it, waiting processes see that the holder is alive.
    var renewals: Int64
    /// How long the lease is valid after a renewal, in milliseconds.
    var milliseconds: Int64
    var isReleased: Bool

    static let table: SQL = "lease"

    /// Creates the row without a holder, so the lease is free.
    static let creation: SQL = """
        CREATE TABLE lease (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            term INTEGER NOT NULL,
            holder TEXT NOT NULL,
            renewals INTEGER NOT NULL,
            milliseconds INTEGER NOT NULL,
            is_released INTEGER NOT NULL CHECK (is_released IN (0, 1))
        ) STRICT;
        INSERT INTO lease (one, term, holder, renewals, milliseconds, is_released) VALUES (1, 0, '', 0, 0, 1);
        """

    var duration: Duration { .milliseconds(milliseconds) }

    static func read(_ connection: Connection) throws(StorageError) -> LeaseRow? {
        try connection.first("SELECT term, holder, renewals, milliseconds, is_released FROM lease") {
            row throws(StorageError) in
            LeaseRow(
                term: try row["term"], holder: try row["holder"], renewals: try row["renewals"],
                milliseconds: try row["milliseconds"], isReleased: try row["is_released"])
        }
    }

    /// Takes the lease and returns the next term; nil if the row has changed. The caller must have locked the table, so
    /// that no transaction of the earlier term is open.
    func take(for holder: String, _ duration: Duration, _ connection: Connection) throws(StorageError) -> Int64? {
        try connection.value(
            """
            UPDATE lease SET term = term + 1, holder = \(holder), renewals = 0, \
            milliseconds = \(Int64(duration / .milliseconds(1))), is_released = 0 \
            WHERE term = \(term) AND holder = \(self.holder) AND renewals = \(renewals) \
            AND is_released = \(isReleased) RETURNING term
            """)
    }
}

struct LeaseTerm: Hashable, Sendable {
    var number: Int64
    var holder: String

    func isPresent(_ connection: Connection) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM lease WHERE term = \(number) AND holder = \(holder)")
    }

    /// Renews the term. Returns false if the term is over.
    func renew(_ connection: Connection) throws(StorageError) -> Bool {
        try connection.run(
            "UPDATE lease SET renewals = renewals + 1 WHERE term = \(number) AND holder = \(holder) AND is_released = 0"
        ) > 0
    }

    func release(_ connection: Connection) throws(StorageError) {
        try connection.run("UPDATE lease SET is_released = 1 WHERE term = \(number) AND holder = \(holder)")
    }
}
