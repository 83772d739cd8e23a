// Transactions of PostgreSQL: how they begin, what they lock, how they end, and when they run again.

import CPostgreSQL
import Foundation
import Models

/// How a transaction sees what others do at the same time.
enum PostgreSQLIsolation {
    /// As if the transactions ran one after another; one of two that meet is given up. For what writes.
    case serializable
    /// One state of the database for all statements. Reads alone, and is never given up.
    case snapshot
    /// Each statement sees what has been committed before it. For what takes locks before it looks.
    case readCommitted

    fileprivate var begin: SQL {
        switch self {
        case .serializable: "BEGIN ISOLATION LEVEL SERIALIZABLE"
        case .snapshot: "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"
        case .readCommitted: "BEGIN ISOLATION LEVEL READ COMMITTED"
        }
    }
}

extension PostgreSQLConnection {
    /// Begins a transaction; sent with what comes next.
    ///
    /// - Parameters:
    ///   - tables: Are locked against other writers, not against readers, before anything is looked at: a lock that is
    ///     taken later leaves a serializable transaction with a state that others have changed.
    ///   - keys: The numbers of locks in these tables. When there are any, others with other keys may write to the tables
    ///     as well.
    func beginTransaction(
        _ isolation: PostgreSQLIsolation, locking tables: [SQL] = [], keys: [Int64] = []
    ) throws(StorageError) {
        rollBack()
        sequences.forget()
        transactionFailure = nil
        try enqueueControl(isolation.begin, isBegin: true)
        transaction = .open
        for table in tables {
            try enqueueControl(
                keys.isEmpty
                    ? "LOCK TABLE \(table) IN SHARE ROW EXCLUSIVE MODE" : "LOCK TABLE \(table) IN ROW EXCLUSIVE MODE")
        }
        defer { settledBeforeLocks = timesSettled }
        guard !keys.isEmpty else { return }
        // In the same order everywhere, so that no two wait for each other.
        let numbers = "{" + Set(keys).sorted().map(String.init).joined(separator: ",") + "}"
        try enqueue("SELECT pg_advisory_xact_lock(key) FROM unnest(CAST(\(numbers) AS bigint[])) AS key")
    }

    /// Whether the locks of the present transaction are known to be granted: what was sent behind them has been answered.
    var hasItsLocks: Bool { timesSettled != settledBeforeLocks }

    /// Ends the transaction and makes it durable.
    ///
    /// - Throws: `StorageError.outcomeUnknown` when the connection was lost before the answer came; any other error means
    ///   that nothing of the transaction is there.
    func commit() throws(StorageError) {
        let link = try opened()
        _ = link.takeWarning()
        try storeSequences()
        do throws(StorageError) {
            try enqueueControl("COMMIT", isCommit: true)
            try settle()
        } catch {
            guard transaction == .lost else { throw error }
            throw .outcomeUnknown(server: path)
        }
        transaction = .none
        // So it says that it has ended the wait for its standby: what is committed here may be gone after a failover.
        if link.takeWarning() != nil { throw .outcomeUnknown(server: path) }
    }

    /// Undoes the transaction. Should that fail, the connection is closed, which undoes it too.
    func rollBack() {
        changedFeeds.removeAll(keepingCapacity: true)
        sequences.forget()
        prefetched.removeAll()
        switch transaction {
        case .none: return
        case .lost: transaction = .none
        case .open, .failed:
            // What was sent before comes to its end first: a failure in it makes the server pass over what is behind.
            try? settle()
            do throws(StorageError) {
                try enqueueControl("ROLLBACK")
                try settle()
            } catch {
                close()
            }
            transaction = .none
        }
    }

    /// Begins a part of the transaction that can be undone alone.
    func setSavepoint() throws(StorageError) {
        try storeSequences()
        sequences.forget()
        try enqueueControl("SAVEPOINT one")
    }

    /// Ends the part; what fails in it shows here at the latest.
    func releaseSavepoint() throws(StorageError) {
        try enqueueControl("RELEASE SAVEPOINT one")
        try settle()
    }

    func rollBackToSavepoint() throws(StorageError) {
        try? settle()
        sequences.forget()
        guard transaction != .lost else { return try open() }
        try enqueueControl("ROLLBACK TO SAVEPOINT one")
        try enqueueControl("RELEASE SAVEPOINT one")
        try settle()
        transaction = .open
        transactionFailure = nil
    }

    /// Runs `body` as one transaction, again when another one got in its way, and again on a new connection when this one
    /// was lost before anything was committed. So `body` may run several times.
    ///
    /// - Throws: What `body` throws, `StorageError`.
    @discardableResult
    func transaction<Value>(
        _ isolation: PostgreSQLIsolation = .serializable, locking tables: [SQL] = [],
        _ body: (PostgreSQLConnection) throws -> Value
    ) throws -> Value {
        try repeating {
            try beginTransaction(isolation, locking: tables)
            let value = try body(self)
            try commit()
            return value
        }
    }

    /// Reads one state of the database. The end of the transaction is sent and not waited for.
    ///
    /// - Throws: What `body` throws, `StorageError`.
    @discardableResult
    func readSnapshot<Value>(_ body: (PostgreSQLConnection) throws -> Value) throws -> Value {
        try repeating {
            try beginTransaction(.snapshot)
            let value = try body(self)
            try enqueueControl("ROLLBACK")
            transaction = .none
            try push()
            return value
        }
    }

    /// Reads; each statement sees all that was committed before it. `body` may run several times.
    ///
    /// - Throws: What `body` throws, `StorageError`.
    func read<Value>(_ body: (PostgreSQLConnection) throws -> Value) throws -> Value {
        try repeating { try body(self) }
    }

    private func repeating<Value>(_ body: () throws -> Value) throws -> Value {
        var attempt = 1
        while true {
            do { return try body() } catch {
                rollBack()
                guard let error = error as? StorageError, error.isWorthAnotherRun, attempt < options.maximumAttempts
                else { throw error }
                attempt += 1
                // A demoted primary stays connected; the new one is found by connecting anew.
                if error.isWorthAnotherConnection { close() }
            }
        }
    }

    // MARK: Locks and news

    /// Waits for a lock of the whole database that has no table, until the end of the transaction.
    func lock(_ name: String) throws(StorageError) {
        _ = try run("SELECT pg_advisory_xact_lock(\(number(of: name)))")
    }

    /// Takes such a lock for the connection when nobody has it; false when somebody has.
    func tryLock(_ name: String) throws(StorageError) -> Bool {
        let statement = try begin("SELECT pg_try_advisory_lock(\(number(of: name))) AS is_taken")
        defer { statement.end() }
        return try statement.step() && statement.integer(0) == 1
    }

    /// Gives it back.
    func unlock(_ name: String) throws(StorageError) {
        _ = try run("SELECT pg_advisory_unlock(\(number(of: name)))")
    }

    /// Tells those who listen to the channel, when the transaction is committed.
    func notify(_ channel: String, _ payload: String = "") throws(StorageError) {
        try enqueue("SELECT pg_notify(\(channel), \(payload))")
    }

    private func number(of name: String) -> Int64 { options.lockNumber(of: name) }
}
