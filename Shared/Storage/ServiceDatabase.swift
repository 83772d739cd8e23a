// The entry point of this module: one service's database, opened, written, read and closed.

public import Foundation
public import Models
import Synchronization

/// One service's database, on either engine.
///
/// SQLite: one file of this process, one writer that shares its fsync, readers that stay on the calling thread.
/// PostgreSQL: one schema that several processes may have open; writers and readers on threads of their own.
public final class ServiceDatabase: Sendable {
    /// Where the database is.
    public let location: DatabaseLocation

    private let engine: Engine
    private let options: StorageOptions
    private let skipped: SkippedRows
    private let isClosed = Mutex(false)

    private enum Engine: Sendable {
        case sqlite(SQLiteDatabase)
        case postgreSQL(PostgreSQLDatabase)
    }

    /// Opens the database in a file; see the other `open`.
    public static func open(
        at url: URL, migrations: [Migration], options: StorageOptions = StorageOptions(), mark: DatabaseMark? = nil
    ) throws(StorageError) -> ServiceDatabase {
        try open(at: .file(url), migrations: migrations, options: options, mark: mark)
    }

    /// Opens the database, makes it when it is not there yet, and runs the migrations that it has not seen.
    ///
    /// A file gets the mode 0600, and its folder, when it is made, 0700. A lock file beside it keeps every other process
    /// out while this one has it open. A PostgreSQL is refused that could lose or misread what it is given; its schema is
    /// made when the role may do that. One process at a time migrates.
    ///
    /// - Parameters:
    ///   - mark: The file that says, outside of a database, that there has been one. With it, a file that is gone or
    ///     empty, and a schema without our tables, is not made anew.
    /// - Throws: `cannotOpen`, `missing`, `alreadyOpen`, `busy`, `corrupt`, `readOnly`, `diskFull`, `earlierBuild`,
    ///   `newerSchema`, `migrationFailed`; `serverUnavailable`, `unsuitableServer`.
    public static func open(
        at location: DatabaseLocation, migrations: [Migration], options: StorageOptions = StorageOptions(),
        mark: DatabaseMark? = nil
    ) throws(StorageError) -> ServiceDatabase {
        switch location {
        case .file(let url):
            let skipped = SkippedRows()
            let database = try SQLiteDatabase(
                url, migrations: migrations, options: options, mark: mark, skipped: skipped)
            return ServiceDatabase(location, .sqlite(database), options, skipped)
        case .postgreSQL(let address, let schema):
            var server = PostgreSQLOptions()
            server.schema = schema
            server.applicationName = "balise \(schema)"
            return try open(on: address, server, migrations: migrations, options: options, mark: mark)
        }
    }

    /// The same with all that can be said of a PostgreSQL and its connections.
    static func open(
        on address: PostgreSQLAddress, _ server: PostgreSQLOptions, migrations: [Migration],
        options: StorageOptions = StorageOptions(), mark: DatabaseMark? = nil
    ) throws(StorageError) -> ServiceDatabase {
        let skipped = SkippedRows()
        let database = try PostgreSQLDatabase(
            address, server, migrations: migrations, options: options, mark: mark, skipped: skipped)
        return ServiceDatabase(
            .postgreSQL(address, schema: server.schema ?? ""), .postgreSQL(database), options, skipped)
    }

    private init(_ location: DatabaseLocation, _ engine: Engine, _ options: StorageOptions, _ skipped: SkippedRows) {
        (self.location, self.engine, self.options, self.skipped) = (location, engine, options, skipped)
    }

    /// Whether other processes may have the database open too.
    public var mayBeShared: Bool {
        if case .postgreSQL = location { true } else { false }
    }

    // MARK: Writing

    /// Runs `body` in a transaction shared with the other writes that wait, and returns when it is on disk.
    ///
    /// `body` runs on the writer's thread and sees the changes of every write of its partition that was accepted before
    /// it, and of every write that has been answered. It runs again when another write of the transaction fails, or when
    /// another transaction got in its way, so it must have no effect outside the database.
    ///
    /// An error that `body` throws undoes what `body` did and is thrown to the caller unchanged. It makes the other
    /// writes of the transaction run again, so return a value for an outcome that is common. On PostgreSQL a statement
    /// that fails makes the write fail, also when `body` catches the error. A write that has been accepted is not
    /// cancelled with its task.
    ///
    /// - Parameters:
    ///   - partition: What the write keeps to; see `WritePartition`.
    ///   - reads: What `body` asks first of the rows that it changes, as it asks it (`Connection.first` and its like).
    ///     PostgreSQL is asked for all writes of a batch at once. A write that says this changes nothing that others
    ///     say they read, but with other values.
    /// - Throws: What `body` throws; `StorageError.overloaded`, `closed`, `diskFull`, `busy` and so on, and then
    ///   nothing was written, like with `requestOver` when the request that the task works on (`CurrentRequest`) may not
    ///   be carried out any more; `outcomeUnknown`, and then nobody knows.
    @discardableResult
    nonisolated(nonsending) public func write<Value: Sendable>(
        on partition: WritePartition = .common, reading reads: @autoclosure () -> [SQL] = [],
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value {
        let reads = mayBeShared ? reads() : []
        // Not a checked continuation: it is resumed by `TypedWrite.answer` or by the refusal below, never by both.
        return try await withUnsafeThrowingContinuation { continuation in
            write(on: partition, reading: reads, body) { continuation.resume(with: $0) }
        }
    }

    /// Like the other `write`, without a task: `completion` is called once, on the writer's thread (on the caller's
    /// when the write is refused), and must be quick.
    ///
    /// - Parameter request: Without which the write is not to be done; nil for what is done in any case.
    public func write<Value: Sendable>(
        on partition: WritePartition = .common, reading reads: [SQL] = [],
        for request: (any RequestValidity)? = CurrentRequest.validity,
        _ body: @escaping @Sendable (Connection) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        let write = TypedWrite(on: partition, reading: reads, for: request, body, completion: completion)
        do throws(StorageError) {
            switch engine {
            case .sqlite(let database): try database.submit(write)
            case .postgreSQL(let database): try database.submit(write, on: partition)
            }
        } catch {
            completion(.failure(error))
        }
    }

    /// Calls `listener` after every COMMIT that changed `feed`, on the writer's thread and before the writes are
    /// answered; it must be quick. On PostgreSQL also, on another thread, after those of other processes, and when it
    /// could not be told whether there were any.
    public func onCommit(changing feed: FeedName, _ listener: @escaping @Sendable () -> Void) {
        switch engine {
        case .sqlite(let database): database.onCommit(changing: feed, listener)
        case .postgreSQL(let database): database.onCommit(changing: feed, listener)
        }
    }

    // MARK: Reading

    /// Runs `body`; each of its statements sees all that was committed before the statement began.
    ///
    /// Right for one statement. Several that have to agree with each other need `readSnapshot`. On SQLite `body` runs at
    /// once on the calling thread, and holds that thread while `StorageOptions.maximumReaders` others are under way. On
    /// PostgreSQL it runs on another thread, for which the caller waits without one, and again when its connection is
    /// lost.
    ///
    /// - Throws: what `body` throws; `StorageError`.
    nonisolated(nonsending) public func read<Value>(_ body: (Connection) throws -> Value) async throws -> Value {
        switch engine {
        case .sqlite(let database): try database.read(body)
        case .postgreSQL(let database): try await database.read(body)
        }
    }

    /// Runs `body` as `read` does; all its statements see one state of the database, no older than the call.
    ///
    /// Keep it short: SQLite's log cannot be emptied beyond the oldest snapshot that is still read, nor PostgreSQL's
    /// tables of what has been deleted since.
    ///
    /// - Throws: what `body` throws; `StorageError`.
    nonisolated(nonsending) public func readSnapshot<Value>(
        _ body: (Connection) throws -> Value
    ) async throws -> Value {
        switch engine {
        case .sqlite(let database): try database.readSnapshot(body)
        case .postgreSQL(let database): try await database.readSnapshot(body)
        }
    }

    /// Calls `listener` for the first of the rows that a list leaves out because a column of it cannot be read, for
    /// each statement and column. Also for those before this call; not from several threads at a time.
    public func onSkippedRow(_ listener: @escaping @Sendable (StorageError) -> Void) { skipped.listen(listener) }

    /// The migrations that a newer program has run in a PostgreSQL schema and this one does not know; empty for a file,
    /// which would have been refused. Both programs can work with it, for the time that an upgrade takes.
    public var laterMigrations: [String] {
        switch engine {
        case .sqlite: []
        case .postgreSQL(let database): database.laterMigrations
        }
    }

    /// Whether writes that were acknowledged are missing from the file: its write-ahead log was removed, cut or damaged
    /// after an end without `close`. A server looks after its log itself.
    public var hasLostCommits: Bool {
        switch engine {
        case .sqlite(let database): database.hasLostCommits
        case .postgreSQL: false
        }
    }

    // MARK: One of several processes

    /// The lease by which one of the processes that have the database open works on it; nil for a file, which one
    /// process alone has open. Once only, and of a database with the table of a lease (`DatabaseLease.table`).
    ///
    /// - Parameter holder: Tells this process from all others, also from one before it on the same machine.
    public func makeLease(holder: String, _ options: LeaseOptions = LeaseOptions()) -> DatabaseLease? {
        switch engine {
        case .sqlite: nil
        case .postgreSQL(let database): database.makeLease(holder: holder, options)
        }
    }

    // MARK: Keeping

    /// Copies the write-ahead log into the database file, as far as readers let it.
    ///
    /// - Throws: `StorageError`; `leftToServer` on PostgreSQL.
    public func checkpoint() throws(StorageError) {
        if isClosed.withLock({ $0 }) { throw .closed }
        switch engine {
        case .sqlite(let database): try database.checkpoint()
        case .postgreSQL: throw .leftToServer(server: location.description, operation: "checkpoint")
        }
    }

    /// Writes a consistent copy of the database to `target` while it goes on being used.
    ///
    /// The copy is one file, complete and on disk when this returns, and appears under its name only then. What is
    /// committed while it is made may or may not be in it.
    ///
    /// - Throws: `StorageError`, and an earlier file at `target` is then as it was; `leftToServer` on PostgreSQL.
    public func backUp(to target: URL) throws(StorageError) {
        if isClosed.withLock({ $0 }) { throw .closed }
        switch engine {
        case .sqlite(let database): try database.backUp(to: target)
        case .postgreSQL: throw .leftToServer(server: location.description, operation: "backup")
        }
    }

    /// Why writing does not work now, or soon will not; nil when it does.
    ///
    /// Damage that a write or a read has met stands until the database is opened anew. Otherwise it looks at the file, the
    /// space that is left and the latest write. When that failed, or was long ago, it tries one that changes nothing but a
    /// number of its own. Other pages and tables may lack what this one has: a failure of the disk, on PostgreSQL also one for
    /// want of space or of a right, stands for `StorageOptions.failureStands`, unless a write has succeeded since.
    nonisolated(nonsending) public func findObstacle() async -> StorageError? {
        if isClosed.withLock({ $0 }) { return .closed }
        let condition: WritingCondition
        switch engine {
        case .sqlite(let database):
            condition = database.writingCondition
            if let obstacle = condition.damage ?? database.findObstacle() { return obstacle }
            // Of space all tables of a file have the same, so that the check finds it out.
            if let standing = condition.standing(for: options.failureStands, at: .now), case .inputOutput = standing {
                return standing
            }
        case .postgreSQL(let database):
            condition = database.writingCondition
            if let damage = condition.damage { return damage }
            if let standing = condition.standing(for: options.failureStands, at: .now) { return standing }
        }
        let isRecent = condition.lastSuccess.map { .now - $0 < options.writeCheckInterval } ?? false
        if isRecent, condition.failure == nil { return nil }
        do {
            try await write(on: .writeCheck) { connection in
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

    /// What the writers have done since the database was opened.
    public var statistics: StorageStatistics {
        switch engine {
        case .sqlite(let database): database.statistics
        case .postgreSQL(let database): database.statistics
        }
    }

    /// Finishes what waits to be written, ends the readers, and closes the database; of a file the log is emptied into it.
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
        switch engine {
        case .sqlite(let database): try database.close()
        case .postgreSQL(let database): database.close()
        }
    }
}

// MARK: Files that are not open

extension ServiceDatabase {
    /// Throws `earlierBuild` for a database file of a build from before version 1. Changes nothing in its folder.
    public static func refuseEarlierBuild(_ database: URL) throws(StorageError) { try EarlierBuild.refuse(database) }

    /// Writes a consistent copy of a database file, which any process may have open, to `target`.
    ///
    /// - Parameter progress: Told now and then how far that is.
    /// - Throws: `StorageError`; an earlier file at `target` is then as it was.
    public static func backUp(
        _ database: URL, to target: URL, progress: CopyProgress.Report? = nil
    ) throws(StorageError) {
        try Backup.copy(database, to: target, progress: progress)
    }

    /// Looks whether a backup is a whole database.
    ///
    /// - Parameter migrations: What the program knows that is to work with it; nil where that does not matter.
    /// - Throws: `cannotOpen` when there is none, `corrupt` when it is damaged, `earlierBuild` or `newerSchema` when it is of
    ///   another version of the program, other `StorageError`s.
    public static func checkBackup(_ backup: URL, migrations: [Migration]? = nil) throws(StorageError) {
        try Backup.check(backup, migrations: migrations)
    }

    /// Puts a backup in the place of a database file that is not open. Gives each of its feeds a new epoch, so that
    /// followers start over instead of mistaking the past for the present.
    ///
    /// - Parameters:
    ///   - moment: When it happens, for the name under which the present database stays; nil when it need not stay.
    ///   - progress: Told now and then how far that is.
    /// - Returns: Where the former database is; nil where there is none.
    /// - Throws: `alreadyOpen` when a process uses the database, `corrupt` when the backup is damaged, other
    ///   `StorageError`s; the database is then as it was.
    @discardableResult
    public static func restore(
        from backup: URL, to database: URL, keepingFormerAt moment: Date? = nil, progress: CopyProgress.Report? = nil
    ) throws(StorageError) -> URL? {
        try Backup.restore(backup, to: database, keepingFormerAt: moment, progress: progress)
    }
}
