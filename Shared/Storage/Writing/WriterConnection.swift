// The one connection that writes, as GRDB opens it and as the writer's thread uses it.

import Foundation
import GRDB
import GRDBSQLite
import Models

/// The pool whose writing connection the writer uses, with its compiled statements.
///
/// `@unchecked Sendable`: `state` is touched by one thread at a time: the one that opens the database, then the writer's,
/// then, when that has ended, the one that closes it.
final class WriterConnection: @unchecked Sendable {
    let pool: DatabasePool
    let state: ConnectionState
    /// Held for as long as anybody can write.
    private let lock: DatabaseLock
    /// The file that was opened.
    private let file: DatabaseFiles.Identity?

    /// - Throws: `StorageError`.
    init(path: String, lock: DatabaseLock, options: StorageOptions) throws(StorageError) {
        self.lock = lock
        do {
            pool = try DatabasePool(path: path, configuration: .writer(options))
            let handle = try pool.writeWithoutTransaction { database in
                // The pool sets NORMAL when it turns the write-ahead log on. With that an acknowledged write could be
                // gone after a power loss.
                try database.execute(sql: "PRAGMA synchronous = FULL")
                return WriterConnection.Handle(pointer: database.sqliteConnection)
            }
            guard let pointer = handle.pointer else { throw StorageError.closed }
            state = ConnectionState(handle: pointer, path: path)
            file = DatabaseFiles.Identity(path: path)
        } catch {
            throw StorageError(error, path: path)
        }
    }

    /// Takes GRDB's transaction hooks off the connection. They serve its observers, of which there are none, and expect
    /// every COMMIT to come through GRDB, which those of the batches do not. Done after the migrations, which use GRDB.
    func leaveTransactionsToBatches() throws(StorageError) {
        guard let handle = state.handle else { throw .closed }
        sqlite3_commit_hook(handle, nil, nil)
        sqlite3_rollback_hook(handle, nil, nil)
    }

    /// Runs a batch as one transaction and says which feeds it changed.
    ///
    /// SQLite goes on writing into a file that has lost its name, and all of that is gone with the process. So nothing is
    /// acknowledged any more when the file is not the one that was opened.
    func run(_ batch: [QueuedWrite]) -> (BatchTransaction.Outcome, [FeedName]) {
        guard DatabaseFiles.Identity(path: state.path) == file else {
            let error = StorageError.cannotOpen(
                path: state.path,
                reason: "it was removed or replaced while it was open; stop the program, put it back, and start again")
            for write in batch { write.fail(error) }
            return (.lost, [])
        }
        return pool.writeWithoutTransaction { _ in
            let outcome = BatchTransaction(connection: state).run(batch)
            if case .lost = outcome { return (outcome, []) }
            return (outcome, state.changedFeeds)
        }
    }

    /// Closes the connection and releases the lock; as the last one it also copies the log into the database and removes it.
    func close() throws(StorageError) {
        defer { lock.release() }
        state.close()
        do { try pool.close() } catch { throw StorageError(error, path: state.path) }
    }

    private struct Handle: @unchecked Sendable {
        // Only carried from the closure to the initializer, on one thread.
        var pointer: OpaquePointer?
    }
}

extension Configuration {
    /// What all connections have in common.
    private static func common(_ options: StorageOptions, cacheKiB: Int) -> Configuration {
        var configuration = Configuration()
        let timeout =
            Double(options.busyTimeout.components.seconds) + Double(options.busyTimeout.components.attoseconds) / 1e18
        configuration.busyMode = .timeout(timeout)
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase { database in
            try database.execute(
                sql: """
                    PRAGMA synchronous = FULL;
                    PRAGMA cache_size = -\(cacheKiB);
                    PRAGMA temp_store = MEMORY;
                    """)
        }
        return configuration
    }

    static func writer(_ options: StorageOptions) -> Configuration {
        var configuration = common(options, cacheKiB: options.writerCacheKiB)
        configuration.label = "storage-writer"
        // The pool's own readers are never used: a read-only connection that closes last cannot empty the log.
        configuration.maximumReaderCount = 1
        // A rollback that failed leaves its transaction open until the next batch; GRDB would end the process for that.
        configuration.allowsUnsafeTransactions = true
        configuration.prepareDatabase { database in
            // The log shrinks to 64 MiB when a rush is over.
            try database.execute(
                sql: """
                    PRAGMA wal_autocheckpoint = \(options.walAutocheckpointPages);
                    PRAGMA journal_size_limit = \(64 << 20);
                    """)
            if let pages = options.maximumPages {
                try database.execute(sql: "PRAGMA max_page_count = \(pages)")
            }
        }
        return configuration
    }

    static func reader(_ options: StorageOptions) -> Configuration {
        var configuration = common(options, cacheKiB: options.readerCacheKiB)
        configuration.label = "storage-reader"
        configuration.readonly = true
        return configuration
    }
}
