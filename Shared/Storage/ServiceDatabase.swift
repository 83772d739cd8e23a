// The entry point of this module: one service's database, opened, written, read and closed.

public import Foundation
import GRDB
public import Models
import Synchronization

/// One service's SQLite database: one file, one writer that shares its fsync, readers that stay on the calling thread.
public final class ServiceDatabase: Sendable {
    /// The database file.
    public let url: URL

    private let writerConnection: WriterConnection
    private let writer: GroupCommitWriter
    private let readers: ReaderStack
    private let options: StorageOptions
    private let skipped: SkippedRows
    private let isClosed = Mutex(false)

    /// Opens the database, makes it when it is not there yet, and runs the migrations that it has not seen.
    ///
    /// The folder is made with mode 0700, the file with 0600. A lock file beside it keeps every other process out while
    /// this one has it open.
    ///
    /// - Parameter mark: The file that says, outside of the database, that there has been one. With it, a database that
    ///   is gone or empty is not made anew.
    /// - Throws: `cannotOpen`, `missing`, `alreadyOpen`, `busy`, `corrupt`, `readOnly`, `diskFull`, `newerSchema`,
    ///   `migrationFailed`.
    public static func open(
        at url: URL, migrations: [Migration], options: StorageOptions = StorageOptions(), mark: DatabaseMark? = nil
    ) throws(StorageError) -> ServiceDatabase {
        let evidence = mark?.evidence
        if let evidence, DatabaseFiles.isMissing(url) {
            throw .missing(path: url.path, evidence: evidence.path)
        }
        try DatabaseFiles.prepare(url)
        let lock = try DatabaseLock(for: url)
        let skipped = SkippedRows()
        let connection = try WriterConnection(path: url.path, lock: lock, options: options, skipped: skipped)
        do throws(StorageError) {
            try migrations.run(on: connection, evidence: evidence)
            try connection.prepare()
            try mark?.record()
            try connection.leaveTransactionsToBatches()
            let readers = try ReaderStack(path: url.path, options: options, skipped: skipped)
            return ServiceDatabase(url, connection, readers, options, skipped)
        } catch {
            // The reason for giving up matters more than a failure to tidy up.
            try? connection.close()
            throw error
        }
    }

    private init(
        _ url: URL, _ connection: WriterConnection, _ readers: ReaderStack, _ options: StorageOptions,
        _ skipped: SkippedRows
    ) {
        self.url = url
        self.writerConnection = connection
        self.readers = readers
        self.options = options
        self.skipped = skipped
        self.writer = GroupCommitWriter(options: options)
        writer.start(connection)
    }

    deinit { writer.stop() }

    // MARK: Writing

    /// Runs `body` in a transaction shared with the other writes that wait, and returns when it is on disk.
    ///
    /// `body` runs on the writer's thread and sees the changes of every write that was accepted before it. It runs a
    /// second time when another write of the transaction fails, so it must have no effect outside the database.
    ///
    /// An error that `body` throws undoes what `body` did and is thrown to the caller unchanged. It makes the other
    /// writes of the transaction run again, so return a value for an outcome that is common. A write that has been
    /// accepted is not cancelled with its task.
    ///
    /// - Throws: What `body` throws; `StorageError.overloaded`, `closed`, `diskFull`, `busy` and so on, and then
    ///   nothing was written.
    @discardableResult
    nonisolated(nonsending) public func write<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value {
        // Not a checked continuation: it is resumed by `TypedWrite.answer` or by the refusal below, never by both.
        try await withUnsafeThrowingContinuation { continuation in
            write(body) { continuation.resume(with: $0) }
        }
    }

    /// Like the other `write`, without a task: `completion` is called once, on the writer's thread (on the caller's
    /// when the write is refused), and must be quick.
    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        do { try writer.submit(TypedWrite(body, completion: completion)) } catch { completion(.failure(error)) }
    }

    /// Calls `listener` after every COMMIT that changed `feed`, on the writer's thread and before the writes are
    /// answered; it must be quick.
    public func onCommit(changing feed: FeedName, _ listener: @escaping @Sendable () -> Void) {
        writer.onCommit(changing: feed, listener)
    }

    // MARK: Reading

    /// Runs `body` on the calling thread; each of its statements sees all that was committed before the statement
    /// began.
    ///
    /// Right for one statement. Several that have to agree with each other need `readSnapshot`. A read waits while
    /// `StorageOptions.maximumReaders` others are under way.
    ///
    /// - Throws: what `body` throws; `StorageError`.
    public func read<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try readers.withConnection { try $0.read(body) }
    }

    /// Runs `body` on the calling thread; all its statements see one state of the database, no older than the call.
    ///
    /// Keep it short: the log cannot be emptied beyond the oldest snapshot that is still read.
    ///
    /// - Throws: what `body` throws; `StorageError`.
    public func readSnapshot<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try readers.withConnection { try $0.readSnapshot(body) }
    }

    /// Calls `listener` for the first of the rows that a list leaves out because a column of it cannot be read, for
    /// each statement and column. Also for those before this call; not from several threads at a time.
    public func onSkippedRow(_ listener: @escaping @Sendable (StorageError) -> Void) { skipped.listen(listener) }

    // MARK: Keeping

    /// Copies the write-ahead log into the database file, as far as readers let it.
    ///
    /// - Throws: `StorageError`.
    public func checkpoint() throws(StorageError) {
        if isClosed.withLock({ $0 }) { throw .closed }
        do {
            _ = try writerConnection.pool.writeWithoutTransaction { try $0.checkpoint(.passive) }
        } catch {
            throw StorageError(error, path: url.path)
        }
    }

    /// Why writing does not work now, or soon will not; nil when it does.
    ///
    /// Looks at the file, the space that is left and the latest write. When that failed, or was long ago, it tries one
    /// that changes nothing but a number of its own.
    nonisolated(nonsending) public func findObstacle() async -> StorageError? {
        if isClosed.withLock({ $0 }) { return .closed }
        if let obstacle = writerConnection.findObstacle() { return obstacle }
        let condition = writer.writingCondition
        let isRecent = condition.lastSuccess.map { .now - $0 < options.writeCheckInterval } ?? false
        if isRecent, condition.failure == nil { return nil }
        do {
            try await write { connection in
                try connection.run(
                    """
                    INSERT INTO write_check (one, checks) VALUES (1, 1) \
                    ON CONFLICT (one) DO UPDATE SET checks = write_check.checks + 1
                    """)
            }
            return nil
        } catch {
            return error as? StorageError ?? .closed
        }
    }

    /// Writes a consistent copy of the database to `target` while it goes on being used.
    ///
    /// The copy is one file, complete and on disk when this returns, and appears under its name only then. What is
    /// committed while it is made may or may not be in it.
    ///
    /// - Throws: `StorageError`; an earlier file at `target` is then as it was.
    public func backUp(to target: URL) throws(StorageError) {
        if isClosed.withLock({ $0 }) { throw .closed }
        try Backup.copy(url, to: target)
    }

    /// The same for a database that another process may have open.
    ///
    /// - Throws: `StorageError`; an earlier file at `target` is then as it was.
    public static func backUp(_ database: URL, to target: URL) throws(StorageError) {
        try Backup.copy(database, to: target)
    }

    /// Looks whether a backup is a whole database.
    ///
    /// - Throws: `cannotOpen` when there is none, `corrupt` when it is damaged, other `StorageError`s.
    public static func checkBackup(_ backup: URL) throws(StorageError) { try Backup.check(backup) }

    /// Puts a backup in the place of a database that is not open. Gives each of its feeds a new epoch, so that
    /// followers start over instead of mistaking the past for the present.
    ///
    /// - Throws: `alreadyOpen` when a process uses the database, `corrupt` when the backup is damaged, other
    ///   `StorageError`s; the database is then as it was.
    public static func restore(from backup: URL, to database: URL) throws(StorageError) {
        try Backup.restore(backup, to: database)
    }

    /// What the writer has done since the database was opened.
    public var statistics: StorageStatistics { writer.statistics }

    /// Finishes what waits to be written, ends the readers, empties the log into the file and closes it.
    ///
    /// Every later call throws `closed`, except that closing again does nothing. Must not be called from inside a
    /// `write` or `read`.
    ///
    /// - Throws: `StorageError`.
    public func close() throws(StorageError) {
        let wasClosed = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return isClosed
        }
        if wasClosed { return }
        writer.stop()
        writer.waitForEnd()
        readers.close()
        try writerConnection.close()
    }
}
