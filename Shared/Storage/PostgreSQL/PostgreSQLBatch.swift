// Running a batch of writes as one transaction on PostgreSQL, and again when others got in its way.

import Foundation
import Models

/// Runs batches of writes on one connection.
struct PostgreSQLBatch {
    let connection: PostgreSQLConnection
    /// Tables that are locked against other writers before anything is looked at; with the keys of the writes where
    /// they have some. None where the database has no feeds: then the engine alone finds out who meets whom.
    let locked: [SQL]
    let notices: FeedNotices
    let fence: WriteFence

    /// In microseconds: a few times as long as a transaction takes.
    private static let maximumPause: UInt32 = 20_000

    /// How the writes of a batch share a transaction.
    private enum Way {
        /// Without savepoints: the first failure ends it.
        case together
        /// With a savepoint for each write, so that a failure undoes that write alone.
        case apart
    }

    /// Why a transaction was not committed.
    private struct Failure: Error {
        /// What the writes' callers are told.
        var cause: any Error
        /// What the engine said first. A body may have passed over it, or made something else of it.
        var storage: StorageError?
        /// The feeds that would have changed.
        var feeds: [FeedName]
    }

    /// Runs the batch and commits it. Afterwards each write knows its result; none has been answered yet.
    ///
    /// Where another transaction got in the way, or the connection was lost before COMMIT was sent, nothing of the batch
    /// is there, and it runs again: `maximumAttempts` times at most, and then each write alone, some times more and after
    /// pauses, so that of several processes that write the same row each gets its turn. Where the connection was lost later
    /// nobody knows, and nothing is repeated.
    func run(_ batch: [QueuedWrite]) -> (BatchOutcome, [FeedName]) {
        var way = Way.together
        var attempt = 1
        while true {
            do throws(Failure) {
                let (failed, feeds) = try runOnce(batch, way)
                return (
                    .committed(transactions: 1, failed: failed, ranAgain: way == .apart || attempt > 1), feeds
                )
            } catch {
                connection.rollBack()
                let storage = error.storage
                if case .outcomeUnknown? = storage { return (lose(batch, error.cause), error.feeds) }
                if let storage, storage.isWorthAnotherRun {
                    // A demoted primary stays connected; the new one is found by connecting anew.
                    if storage.isWorthAnotherConnection { connection.close() }
                    attempt += 1
                    if attempt <= connection.options.maximumAttempts { continue }
                    if batch.count == 1, attempt <= connection.options.maximumAttemptsAlone,
                        !storage.isWorthAnotherConnection
                    {
                        usleep(.random(in: 0..<Self.maximumPause))
                        continue
                    }
                    if storage.isWorthAnotherConnection || batch.count == 1 { return (lose(batch, storage), []) }
                    return runAlone(batch)
                }
                if batch.count == 1 { return (lose(batch, error.cause), []) }
                if way == .apart {
                    return storage?.stopsWriting == true ? (lose(batch, error.cause), []) : runAlone(batch)
                }
                way = .apart
            }
        }
    }

    /// One transaction; gives the number of the writes that failed in it.
    private func runOnce(_ batch: [QueuedWrite], _ way: Way) throws(Failure) -> (failed: Int, feeds: [FeedName]) {
        var feeds: [FeedName] = []
        do {
            let keys = keys(of: batch)
            try connection.beginTransaction(keys.isEmpty ? .serializable : .readCommitted, locking: locked, keys: keys)
            try fence.check(connection)
            if !locked.isEmpty, keys.isEmpty, !connection.isServerKnown {
                // The connection was lost, perhaps with its server: before anything is added to a feed.
                connection.mayChangeFeeds = true
                try ServerIdentity.beginLivesIfReplaced(in: Connection(connection))
            }
            // A lock that is not granted is no failure of the first write.
            if way == .apart { try connection.settle() }
            var failed = 0
            switch way {
            case .together: try runTogether(batch)
            case .apart: for write in batch { failed += try runApart(write) ? 0 : 1 }
            }
            feeds = connection.changedFeeds
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

    /// The numbers of the locks for all keys of a batch: with them and the lock of the tables nobody else touches what
    /// belongs to these keys, and each statement sees all that was done before. Snapshots of whole transactions would be
    /// given up for rows that only stand on the same page of an index. Empty when a write may touch anything.
    private func keys(of batch: [QueuedWrite]) -> [Int64] {
        guard !locked.isEmpty, !batch.contains(where: { $0.partition.keys.isEmpty }) else { return [] }
        return batch.flatMap { write in write.partition.keys.map { connection.options.lockNumber(of: "key \($0)") } }
    }

    /// Runs the writes, and asks before how many there are in a row what all of them will ask first.
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
        connection.mayChangeFeeds = write.partition.mayChangeFeeds
        try write.run(on: Connection(connection))
        // A body that passed over a failure must not count as done.
        if let failure = connection.transactionFailure { throw failure }
        guard write.request != nil else { return }
        // Others may have written for as long as its locks were waited for. Most writes have read something behind them.
        if !connection.hasItsLocks { try connection.settle() }
        try write.checkRequest()
    }

    /// Whether the write went well; otherwise it has left nothing.
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

    /// A transaction for each write.
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

    private func lose(_ batch: [QueuedWrite], _ error: any Error) -> BatchOutcome {
        for write in batch { write.fail(error) }
        return .lost(error)
    }
}
