import Foundation
import GRDB
import GRDBSQLite
import Models
import Synchronization

/// The connection of a database's writer. `@unchecked Sendable`: one thread at a time uses `state`: the thread that
/// opens, the writer's thread, or the thread that closes.
final class WriterConnection: BatchConnection, @unchecked Sendable {
    let pool: DatabasePool
    let state: SQLiteConnection
    private let lock: DatabaseLock
    private let file: DatabaseFiles.Identity?
    private let options: StorageOptions
    private var commitMark: CommitMark?
    /// The last failure to merge the log; nil if merging succeeded, or a reader prevented it.
    private let logFailure = Mutex<StorageError?>(nil)

    init(path: String, lock: DatabaseLock, options: StorageOptions, skipped: SkippedRows) throws(StorageError) {
        self.lock = lock
        self.options = options
        do {
            pool = try DatabasePool(path: path, configuration: .writer(options))
            let handle = try pool.writeWithoutTransaction { database in
                // The pool sets NORMAL with the write-ahead log; a power loss could then undo acknowledged writes.
                try database.execute(sql: "PRAGMA synchronous = FULL")
                return SQLiteConnection.Handle(pointer: database.sqliteConnection)
            }
            state = try SQLiteConnection(handle, path: path, skipped: skipped)
            file = DatabaseFiles.Identity(path: path)
        } catch {
            throw StorageError(error, path: path)
        }
    }

    /// Removes GRDB's transaction hooks, which expect that every COMMIT is GRDB's; the batches use their own. This must
    /// happen after the migrations, which use GRDB's transactions. From here on each commit is recorded in the mark.
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

    /// Records a commit with the number of frames in the log. This hook replaces SQLite's own, which merges a long log.
    private func recordCommit(_ frames: Int) {
        commitMark?.record(frames: frames)
        guard frames >= options.walAutocheckpointPages, let handle = state.handle else { return }
        sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    }

    /// Runs a batch, and returns the changed feeds. If the database file was deleted or replaced, SQLite continues to
    /// write to the old file, which is lost with the process. So no write is acknowledged then.
    func run(_ batch: [QueuedWrite]) -> (BatchOutcome, [FeedName]) {
        if let error = replacement { return (batch.lose(error), []) }
        return pool.writeWithoutTransaction { _ in
            let outcome = BatchTransaction(connection: state).run(batch)
            if case .lost = outcome { return (outcome, []) }
            return (outcome, state.changedFeeds.names)
        }
    }

    private var replacement: StorageError? {
        guard DatabaseFiles.Identity(path: state.path) != file else { return nil }
        return .cannotOpen(
            path: state.path,
            reason: "it was removed or replaced while it was open; stop the program, put it back, and start again")
    }

    /// Runs the missing migrations.
    /// - Parameter loss: The error to throw for an empty file that had a database before.
    func migrate(_ migrations: [Migration], whenNew loss: StorageError?) throws(StorageError) {
        do {
            var later: [String]?
            while later == nil {
                later = try pool.write { _ in
                    try migrations.runNext(in: Connection(state), path: state.path, whenNew: loss)
                }
            }
            // A later migration is an error here: unlike on PostgreSQL, no newer program is using the file.
            if let later, !later.isEmpty { throw StorageError.newerSchema(path: state.path, unknown: later) }
        } catch let failure as MigrationFailure {
            throw failure.storageError
        } catch {
            throw StorageError(error, path: state.path)
        }
    }

    /// Prepares the connection for batches. Called after the migrations.
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

    func findObstacle() -> StorageError? {
        if let error = replacement ?? logFailure.withLock({ $0 }) { return error }
        guard let space = DatabaseFiles.space(at: URL(fileURLWithPath: state.path)) else { return nil }
        if space.isReadOnly { return .readOnly(path: state.path) }
        return space.free < options.freeSpaceReserve ? .diskNearlyFull(path: state.path, free: space.free) : nil
    }

    var hasLog: Bool { true }

    func end() {}

    /// Gives back excess pages, then truncates the log, for its deleted data. False if a reader or error prevented it.
    func emptyLog() -> Bool {
        guard let handle = state.handle, replacement == nil else { return false }
        return pool.writeWithoutTransaction { _ in
            // Returning pages writes to the log, so it happens before the log is emptied.
            try? releasePages()
            // If the log is empty, the mark must not name a commit in it.
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

    /// Records a failure to merge the log. A lack of space is not recorded, because space is checked each time.
    private func noteLogFailure(_ code: Int32) {
        var failure = code == SQLITE_OK || code & 0xff == SQLITE_BUSY ? nil : state.failure(code)
        if case .diskFull? = failure { failure = nil }
        logFailure.withLock { $0 = failure }
    }

    /// How long to wait for the end of a read, in milliseconds.
    private static let readerTimeout: Int32 = 20
    /// The largest number of pages that are returned at once, so that writes do not wait for long.
    private static let pagesAtOnce = 1024

    private func releasePages() throws(StorageError) {
        let connection = Connection(state)
        let free: Int = try connection.value("PRAGMA freelist_count") ?? 0
        let all: Int = try connection.value("PRAGMA page_count") ?? 0
        // Returning pages moves others into the gaps, so it is done only if there are enough free pages.
        guard free > options.keptFreePages, free > all / 4 else { return }
        try state.runScript(
            "PRAGMA incremental_vacuum(\(min(free - options.keptFreePages, WriterConnection.pagesAtOnce)))")
    }

    /// Closes the connection and releases the lock; the last connection also merges the log and removes it.
    func close() throws(StorageError) {
        defer { lock.release() }
        state.close()
        _ = commitMark?.forget()
        do { try pool.close() } catch { throw StorageError(error, path: state.path) }
        commitMark?.remove()
    }
}

extension Configuration {
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
        // The pool's own readers are not used, because a read-only connection that closes last cannot empty the log.
        configuration.maximumReaderCount = 1
        // A failed rollback leaves its transaction open until the next batch. GRDB would end the process for that.
        configuration.allowsUnsafeTransactions = true
        configuration.prepareDatabase { database in
            // These settings must precede the first page of a new file: it can return space, and names its program.
            if try Int.fetchOne(database, sql: "PRAGMA page_count") == 0 {
                try database.execute(
                    sql: """
                        BEGIN;
                        PRAGMA auto_vacuum = INCREMENTAL;
                        PRAGMA application_id = \(EarlierBuild.applicationID);
                        COMMIT;
                        """)
            }
            // Deleted data is overwritten, so that no copy of the file contains it. A longer log shrinks to 64 MiB.
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

struct BatchTransaction {
    let connection: SQLiteConnection

    /// Runs a batch. Afterwards each write has its result, but no write has been answered.
    func run(_ batch: [QueuedWrite]) -> BatchOutcome {
        do {
            try runTogether(batch)
            return .committed(transactions: 1, failed: 0, ranAgain: false)
        } catch is BodyFailure where batch.count > 1 {
            // One write failed, so each write runs again, in its own savepoint.
        } catch {
            return batch.lose((error as? BodyFailure)?.cause ?? error)
        }
        do {
            return .committed(transactions: 1, failed: try runSeparately(batch), ranAgain: true)
        } catch {
            return batch.lose(error)
        }
    }

    /// Runs all writes without savepoints, which cost a third more. The first error ends the transaction.
    private func runTogether(_ batch: [QueuedWrite]) throws {
        try begin()
        do {
            for write in batch {
                do { try run(write) } catch { throw BodyFailure(cause: error) }
            }
            try connection.control("COMMIT")
        } catch {
            rollBack()
            throw error
        }
    }

    /// Runs each write in a savepoint, and returns the number of failed writes.
    private func runSeparately(_ batch: [QueuedWrite]) throws -> Int {
        try begin()
        var failed = 0
        do {
            for write in batch {
                try connection.control("SAVEPOINT one")
                do {
                    try run(write)
                } catch {
                    // On a full disk, for example, SQLite may have rolled back everything.
                    guard connection.isInTransaction else { throw error }
                    try connection.control("ROLLBACK TO one")
                    write.fail(error)
                    failed += 1
                }
                try connection.control("RELEASE one")
            }
            try connection.control("COMMIT")
        } catch {
            rollBack()
            throw error
        }
        return failed
    }

    private func run(_ write: QueuedWrite) throws {
        connection.changedFeeds.mayChange = write.partition.mayChangeFeeds
        try write.run(on: Connection(connection))
        // A body may have ignored the error with which SQLite ended the transaction. Its write must not count as done.
        guard connection.isInTransaction else {
            throw StorageError.sqlite(code: SQLITE_ABORT, message: "the transaction was rolled back while it ran")
        }
        try write.checkRequest()
    }

    private func begin() throws(StorageError) {
        connection.changedFeeds.forget()
        // A transaction is open here only after a rollback has failed.
        if connection.isInTransaction { rollBack() }
        try connection.control("BEGIN IMMEDIATE")
    }

    private func rollBack() {
        connection.changedFeeds.forget()
        // The rollback's error is already known, or appears at the next BEGIN.
        if connection.isInTransaction { try? connection.control("ROLLBACK") }
    }
}

private struct BodyFailure: Error {
    var cause: any Error
}
