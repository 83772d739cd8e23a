import Foundation
import Models

/// Runs batches of writes. `@unchecked Sendable`: once its writer is started, only the writer's thread uses it.
struct PostgreSQLBatch: BatchConnection, @unchecked Sendable {
    let connection: PostgreSQLConnection
    /// The tables that are locked before anything is read, together with the keys of the writes. Empty if the database
    /// has no feeds: then the engine alone detects conflicts.
    let locked: [SQL]
    let notices: FeedNotices
    let fence: WriteFence

    /// The longest pause between attempts in microseconds: a few times the duration of a transaction.
    private static let maximumPause: UInt32 = 20_000

    private enum Way {
        /// All writes run without savepoints: the first failure ends the transaction.
        case together
        case apart
    }

    private struct Failure: Error {
        var cause: any Error
        /// The database's error, kept because the body may ignore or replace it.
        var storage: StorageError?
        var feeds: [FeedName]
    }

    /// Runs a batch. If another transaction conflicts, or the connection is lost before COMMIT was sent, the batch has
    /// left nothing and runs again, up to `maximumAttempts` times in all. After that, a lost connection fails the
    /// batch; after conflicts each write runs alone, with pauses, so that processes take turns. If the connection is
    /// lost during COMMIT, the outcome is unknown, and nothing is repeated.
    func run(_ batch: [QueuedWrite]) -> (BatchOutcome, [FeedName]) {
        var way = Way.together
        var attempt = 1
        while true {
            do throws(Failure) {
                let (failed, feeds) = try runOnce(batch, way)
                return (.committed(transactions: 1, failed: failed, ranAgain: way == .apart || attempt > 1), feeds)
            } catch {
                connection.rollBack()
                let storage = error.storage
                if case .outcomeUnknown? = storage { return (batch.lose(error.cause), error.feeds) }
                if let storage, storage.isWorthAnotherRun {
                    // A demoted primary keeps its connections open; a new connection finds the new primary.
                    if storage.isWorthAnotherConnection { connection.close() }
                    attempt += 1
                    if attempt <= connection.options.maximumAttempts { continue }
                    if batch.count == 1, attempt <= connection.options.maximumAttemptsAlone,
                        !storage.isWorthAnotherConnection
                    {
                        usleep(.random(in: 0..<Self.maximumPause))
                        continue
                    }
                    if storage.isWorthAnotherConnection || batch.count == 1 { return (batch.lose(storage), []) }
                    return runAlone(batch)
                }
                if batch.count == 1 { return (batch.lose(error.cause), []) }
                if way == .apart {
                    return storage?.stopsWriting == true ? (batch.lose(error.cause), []) : runAlone(batch)
                }
                way = .apart
            }
        }
    }

    private func runOnce(_ batch: [QueuedWrite], _ way: Way) throws(Failure) -> (failed: Int, feeds: [FeedName]) {
        var feeds: [FeedName] = []
        do {
            let keys = keys(of: batch)
            try connection.beginTransaction(keys.isEmpty ? .serializable : .readCommitted, locking: locked, keys: keys)
            try fence.check(connection)
            if !locked.isEmpty, keys.isEmpty, !connection.isServerKnown {
                // A new connection may lead to a server that replaced the old one. Find that before a feed changes.
                connection.changedFeeds.mayChange = true
                try ServerIdentity.beginLivesIfReplaced(in: Connection(connection))
            }
            // The locks are waited for here, so that a refused lock does not count as a failure of the first write.
            if way == .apart { try connection.settle() }
            var failed = 0
            switch way {
            case .together: try runTogether(batch)
            case .apart: for write in batch { failed += try runApart(write) ? 0 : 1 }
            }
            feeds = connection.changedFeeds.names
            try notices.send(of: feeds, on: connection)
            try connection.commit()
            connection.isServerKnown = true
            return (failed, feeds)
        } catch StorageError.outcomeUnknown(let server) {
            let unknown = StorageError.outcomeUnknown(server: server)
            throw Failure(cause: unknown, storage: unknown, feeds: feeds)
        } catch {
            let storage = connection.transactionFailure ?? error as? StorageError
            throw Failure(cause: error, storage: storage, feeds: [])
        }
    }

    /// Returns the lock numbers of a batch's keys; empty if a write may touch anything, or the database has no feeds.
    /// While the locks are held, no other process touches the data of these keys. Without them, whole transactions
    /// would conflict even on rows that only share an index page.
    private func keys(of batch: [QueuedWrite]) -> [Int64] {
        guard !locked.isEmpty, !batch.contains(where: { $0.partition.keys.isEmpty }) else { return [] }
        return batch.flatMap { write in write.partition.keys.map { connection.options.lockNumber(of: "key \($0)") } }
    }

    private func runTogether(_ batch: [QueuedWrite]) throws {
        var start = 0
        while start < batch.count {
            let phase = batch.phase(from: start)
            let asked = try phase.map { place in
                try batch[place].reads.map { read throws(StorageError) in try connection.prefetch(read) }
            }
            for (write, asked) in zip(batch[phase], asked) {
                connection.prefetched = asked
                try run(write)
            }
            connection.prefetched.removeAll()
            start = phase.upperBound
        }
    }

    private func run(_ write: QueuedWrite) throws {
        connection.changedFeeds.mayChange = write.partition.mayChangeFeeds
        try write.run(on: Connection(connection))
        // A body that ignored a failure must not count as successful.
        if let failure = connection.transactionFailure { throw failure }
        guard write.request != nil else { return }
        // While this transaction waited for its locks, other processes may have written.
        if !connection.hasItsLocks { try connection.settle() }
        try write.checkRequest()
    }

    /// Runs a write in a savepoint. Returns false if the write failed. Nothing of it is left then.
    private func runApart(_ write: QueuedWrite) throws -> Bool {
        do {
            try connection.setSavepoint()
            try run(write)
            try connection.releaseSavepoint()
            return true
        } catch {
            if let failure = connection.transactionFailure, failure.isWorthAnotherRun { throw failure }
            try connection.rollBackToSavepoint()
            write.fail(error)
            return false
        }
    }

    private func runAlone(_ batch: [QueuedWrite]) -> (BatchOutcome, [FeedName]) {
        var (transactions, failed) = (0, 0)
        var feeds: [FeedName] = []
        var last: (any Error)?
        for write in batch {
            let (outcome, changed) = run([write])
            feeds += changed.filter { !feeds.contains($0) }
            switch outcome {
            case .committed: transactions += 1
            case .lost(let error): (failed, last) = (failed + 1, error)
            }
        }
        if transactions == 0, let last { return (.lost(last), feeds) }
        return (.committed(transactions: transactions, failed: failed, ranAgain: true), feeds)
    }

    var hasLog: Bool { false }
    func emptyLog() -> Bool { true }
    func end() { connection.close() }
}
