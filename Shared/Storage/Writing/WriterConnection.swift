// The one connection that writes, as GRDB opens it and as the writer's thread uses it.

import Foundation
import GRDB
import GRDBSQLite
import Models
import Synchronization

/// The pool whose writing connection the writer uses, with its compiled statements.
///
/// `@unchecked Sendable`: `state` is touched by one thread at a time: the one that opens the database, then the
/// writer's, then, when that has ended, the one that closes it.
final class WriterConnection: BatchConnection, @unchecked Sendable {
    let pool: DatabasePool
    let state: SQLiteConnection
    /// Held for as long as anybody can write.
    private let lock: DatabaseLock
    /// The file that was opened.
    private let file: DatabaseFiles.Identity?
    private let options: StorageOptions
    private var commitMark: CommitMark?
    /// Why the log could not be copied into the file the last time; nil where it was, or a reader was in the way.
    private let logFailure = Mutex<StorageError?>(nil)

    /// - Throws: `StorageError`.
    init(
        path: String, lock: DatabaseLock, options: StorageOptions, skipped: SkippedRows
    ) throws(StorageError) {
        self.lock = lock
        self.options = options
        do {
            pool = try DatabasePool(path: path, configuration: .writer(options))
            let handle = try pool.writeWithoutTransaction { database in
                // The pool sets NORMAL when it turns the write-ahead log on. With that an acknowledged write could be
                // gone after a power loss.
                try database.execute(sql: "PRAGMA synchronous = FULL")
                return WriterConnection.Handle(pointer: database.sqliteConnection)
            }
            guard let pointer = handle.pointer else { throw StorageError.closed }
            state = SQLiteConnection(handle: pointer, path: path, skipped: skipped)
            file = DatabaseFiles.Identity(path: path)
        } catch {
            throw StorageError(error, path: path)
        }
    }

    /// Takes GRDB's transaction hooks off the connection. They serve its observers, of which there are none, and expect
    /// every COMMIT to come through GRDB, which those of the batches do not. Done after the migrations, whose transactions do.
    ///
    /// From here on each commit is noted in the mark.
    func leaveTransactionsToBatches() throws(StorageError) {
        guard let handle = state.handle else { throw .closed }
        sqlite3_commit_hook(handle, nil, nil)
        sqlite3_rollback_hook(handle, nil, nil)
        sqlite3_wal_hook(
            handle,
            { context, _, _, frames in
                guard let context else { return SQLITE_OK }
                Unmanaged<WriterConnection>.fromOpaque(context).takeUnretainedValue().recordCommit(Int(frames))
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// A transaction was committed, and the log now has so many frames. The hook that tells of it has the place of SQLite's
    /// own, which copies a log that has grown long.
    private func recordCommit(_ frames: Int) {
        commitMark?.record(frames: frames)
        guard frames >= options.walAutocheckpointPages, let handle = state.handle else { return }
        sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    }

    /// Runs a batch as one transaction and says which feeds it changed.
    ///
    /// When the database file has been deleted or replaced, SQLite goes on writing to the old one, and all of that is
    /// lost when the process ends. So nothing is acknowledged when the file is not the one that was opened.
    func run(_ batch: [QueuedWrite]) -> (BatchOutcome, [FeedName]) {
        if let error = replacement {
            for write in batch { write.fail(error) }
            return (.lost(error), [])
        }
        return pool.writeWithoutTransaction { _ in
            let outcome = BatchTransaction(connection: state).run(batch)
            if case .lost = outcome { return (outcome, []) }
            return (outcome, state.changedFeeds)
        }
    }

    /// What is to be said when the file is not the one that was opened.
    private var replacement: StorageError? {
        guard DatabaseFiles.Identity(path: state.path) != file else { return nil }
        return .cannotOpen(
            path: state.path,
            reason: "it was removed or replaced while it was open; stop the program, put it back, and start again")
    }

    /// Runs the migrations that the file has not seen, each in a transaction of its own.
    ///
    /// - Parameter loss: Thrown for a file without content, where there has been a database.
    func migrate(_ migrations: [Migration], whenNew loss: StorageError?) throws(StorageError) {
        do {
            var later: [String]?
            while later == nil {
                later = try pool.write { _ in
                    try migrations.runNext(in: Connection(state), path: state.path, whenNew: loss)
                }
            }
            // No other program has the file open that could have run them.
            if let later, !later.isEmpty { throw StorageError.newerSchema(path: state.path, unknown: later) }
        } catch let failure as MigrationFailure {
            throw failure.storageError
        } catch {
            throw StorageError(error, path: state.path)
        }
    }

    /// Makes the tables that every database has, and begins the next life of its feeds. Done after the migrations.
    func prepare() throws(StorageError) {
        do {
            let pageSize = try pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA page_size") }
            commitMark = try CommitMark(of: URL(fileURLWithPath: state.path), pageSize: pageSize ?? 4096)
            try pool.write { database in
                try database.execute(
                    sql: """
                        CREATE TABLE IF NOT EXISTS write_check (
                            one INTEGER PRIMARY KEY CHECK (one = 1), checks INTEGER NOT NULL
                        ) STRICT;
                        """)
                let connection = Connection(state)
                try AccountsDoubt.createTable(in: connection)
                try FeedLives.createTable(in: connection)
                try FeedLives.begin(in: connection)
            }
        } catch {
            throw StorageError(error, path: state.path)
        }
    }

    /// Whether the file is the one that was opened, takes what stands in the log, and has space to grow.
    func findObstacle() -> StorageError? {
        if let error = replacement ?? logFailure.withLock({ $0 }) { return error }
        guard let space = DatabaseFiles.space(at: URL(fileURLWithPath: state.path)) else { return nil }
        if space.isReadOnly { return .readOnly(path: state.path) }
        return space.free < options.freeSpaceReserve ? .diskNearlyFull(path: state.path, free: space.free) : nil
    }

    var hasLog: Bool { true }

    /// Whoever closes the database closes the connection.
    func end() {}

    /// Gives back pages that are free beyond what is kept, some at a time; then copies the log into the database and
    /// makes it an empty file, since it holds what has been deleted too. False when a reader was in the way.
    func emptyLog() -> Bool {
        guard let handle = state.handle, replacement == nil else { return false }
        return pool.writeWithoutTransaction { _ in
            // What it gives back now it need not give back later.
            try? releasePages()
            // An empty log must not be found with a mark that names a commit of it.
            guard commitMark?.forget() != false else { return false }
            sqlite3_busy_timeout(handle, WriterConnection.readerTimeout)
            defer { sqlite3_busy_timeout(handle, Int32(options.busyTimeout / .milliseconds(1))) }
            var frames: Int32 = 0
            let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, &frames, nil)
            if code != SQLITE_OK, frames > 0 { commitMark?.record(frames: Int(frames)) }
            noteLogFailure(code)
            return code == SQLITE_OK
        }
    }

    /// Notes how a copy of the log ended. For space it is looked each time.
    private func noteLogFailure(_ code: Int32) {
        var failure = code == SQLITE_OK || code & 0xff == SQLITE_BUSY ? nil : state.failure(code)
        if case .diskFull? = failure { failure = nil }
        logFailure.withLock { $0 = failure }
    }

    /// Milliseconds for which the end of a read is waited for.
    private static let readerTimeout: Int32 = 20
    /// The most pages that are given back at once, so that writes do not wait for long.
    private static let pagesAtOnce = 1024

    private func releasePages() throws(StorageError) {
        let connection = Connection(state)
        let free: Int = try connection.value("PRAGMA freelist_count") ?? 0
        let all: Int = try connection.value("PRAGMA page_count") ?? 0
        // Pages move to fill the gaps, so it is not done for little.
        guard free > options.keptFreePages, free > all / 4 else { return }
        try state.runScript(
            "PRAGMA incremental_vacuum(\(min(free - options.keptFreePages, WriterConnection.pagesAtOnce)))")
    }

    /// Closes the connection and releases the lock; as the last one it also copies the log into the database and
    /// removes it.
    func close() throws(StorageError) {
        defer { lock.release() }
        state.close()
        _ = commitMark?.forget()
        do { try pool.close() } catch { throw StorageError(error, path: state.path) }
        commitMark?.remove()
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
            // A new file can give space back, and says in its header whose it is, before it has a log.
            if try Int.fetchOne(database, sql: "PRAGMA page_count") == 0 {
                try database.execute(
                    sql: """
                        BEGIN;
                        PRAGMA auto_vacuum = INCREMENTAL;
                        PRAGMA application_id = \(EarlierBuild.applicationID);
                        COMMIT;
                        """)
            }
            // What is deleted is overwritten, not only forgotten. The log shrinks to 64 MiB when a rush is over.
            try database.execute(
                sql: """
                    PRAGMA secure_delete = ON;
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
