import CPostgreSQL
import Foundation
import Models

/// What a transaction sees of other transactions that run at the same time.
package enum PostgreSQLIsolation {
    /// The transactions act as if they ran in turn; if two conflict, one is aborted. For writes.
    case serializable
    /// All statements see one state of the database. For transactions that only read; they are never aborted.
    case snapshot
    /// Each statement sees earlier commits. For transactions that lock before they read.
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
    /// Begins a transaction. It is sent with the next command.
    /// - Parameters:
    ///   - tables: The tables to lock against other writers before anything is read: after a later lock, a serializable
    ///     transaction would have an outdated state.
    ///   - keys: The numbers of locks in these tables. With keys, transactions with other keys may also write to the
    ///     tables.
    package func beginTransaction(
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
        // The locks are taken in the same order everywhere, so that transactions cannot deadlock.
        let numbers = "{" + Set(keys).sorted().map(String.init).joined(separator: ",") + "}"
        try enqueue("SELECT pg_advisory_xact_lock(key) FROM unnest(CAST(\(numbers) AS bigint[])) AS key")
    }

    /// Whether the locks of the current transaction are known to be granted, because a later command was answered.
    var hasItsLocks: Bool { timesSettled != settledBeforeLocks }

    /// Ends the transaction and makes it durable. Throws `StorageError.outcomeUnknown` if the connection was lost
    /// before the answer; after any other error nothing was stored.
    package func commit() throws(StorageError) {
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
        // The warning means that the wait for the standby ended early, so a failover could lose the commit.
        if link.takeWarning() != nil { throw .outcomeUnknown(server: path) }
    }

    /// Rolls back. If that fails, the connection is closed, which also rolls back.
    package func rollBack() {
        changedFeeds.forget()
        sequences.forget()
        prefetched.removeAll()
        switch transaction {
        case .none: return
        case .lost: transaction = .none
        case .open, .failed:
            // Earlier commands must end first, because a failure among them would make the server skip the ROLLBACK.
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

    func setSavepoint() throws(StorageError) {
        try storeSequences()
        sequences.forget()
        try enqueueControl("SAVEPOINT one")
    }

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

    /// Runs `body` as one transaction; again after a conflict, and on a new connection after a loss before the commit.
    @discardableResult
    package func transaction<Value>(
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

    /// Reads one state of the database. Does not wait for the answer to the end of the transaction.
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

    /// Runs `body`. Each of its statements sees earlier commits. `body` may run several times.
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
                // A demoted primary keeps its connections open; a new connection finds the new primary.
                if error.isWorthAnotherConnection { close() }
            }
        }
    }

    // MARK: Locks and notifications

    /// Waits for a named lock of the whole database, until the end of the transaction.
    func lock(_ name: String) throws(StorageError) {
        _ = try run("SELECT pg_advisory_xact_lock(\(options.lockNumber(of: name)))")
    }

    /// Notifies the channel's listeners when the transaction is committed.
    func notify(_ channel: String, _ payload: String = "") throws(StorageError) {
        try enqueue("SELECT pg_notify(\(channel), \(payload))")
    }
}
