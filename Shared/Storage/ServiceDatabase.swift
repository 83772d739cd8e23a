public import Foundation
public import Models
import Synchronization

/// One service's database, on either engine. On SQLite it is a file of this process, with one writer whose writes share
/// an fsync, and readers on the calling thread. On PostgreSQL it is a schema that several processes may open, with
/// writers and readers on their own threads.
public final class ServiceDatabase: Sendable {
    public let location: DatabaseLocation

    private let engine: Engine
    private let options: StorageOptions
    private let parts: EngineParts
    private let isClosed = Mutex(false)

    private enum Engine: Sendable {
        case sqlite(SQLiteDatabase)
        case postgreSQL(PostgreSQLDatabase)
    }

    public static func open(
        at url: URL, migrations: [Migration], options: StorageOptions = StorageOptions(), mark: DatabaseMark? = nil
    ) throws(StorageError) -> ServiceDatabase {
        try open(at: .file(url), migrations: migrations, options: options, mark: mark)
    }

    /// Opens or creates the database, and runs missing migrations; one process at a time migrates. A file has the mode
    /// 0600, a new folder 0700. A PostgreSQL server that could lose or misread data is refused.
    /// - Parameter mark: Records, outside the database, that the database existed: if it is then missing or empty, it
    ///   is not created again.
    /// - Throws: `cannotOpen`, `missing`, `alreadyOpen`, `busy`, `corrupt`, `readOnly`, `diskFull`, `earlierBuild`,
    ///   `newerSchema`, `migrationFailed`; `serverUnavailable`, `unsuitableServer`.
    public static func open(
        at location: DatabaseLocation, migrations: [Migration], options: StorageOptions = StorageOptions(),
        mark: DatabaseMark? = nil
    ) throws(StorageError) -> ServiceDatabase {
        switch location {
        case .file(let url):
            let parts = EngineParts()
            let database = try SQLiteDatabase(url, migrations: migrations, options: options, mark: mark, parts: parts)
            return ServiceDatabase(location, .sqlite(database), options, parts)
        case .postgreSQL(let address, let schema):
            var server = PostgreSQLOptions()
            server.schema = schema
            server.applicationName = "balise \(schema)"
            return try open(on: address, server, migrations: migrations, options: options, mark: mark)
        }
    }

    static func open(
        on address: PostgreSQLAddress, _ server: PostgreSQLOptions, migrations: [Migration],
        options: StorageOptions = StorageOptions(), mark: DatabaseMark? = nil
    ) throws(StorageError) -> ServiceDatabase {
        let parts = EngineParts()
        let database = try PostgreSQLDatabase(
            address, server, migrations: migrations, options: options, mark: mark, parts: parts)
        return ServiceDatabase(.postgreSQL(address, schema: server.schema ?? ""), .postgreSQL(database), options, parts)
    }

    private init(_ location: DatabaseLocation, _ engine: Engine, _ options: StorageOptions, _ parts: EngineParts) {
        (self.location, self.engine, self.options, self.parts) = (location, engine, options, parts)
    }

    /// Whether other processes may also have the database open.
    public var mayBeShared: Bool {
        if case .postgreSQL = location { true } else { false }
    }

    // MARK: Writing

    /// Runs `body` in a transaction with other waiting writes, and returns when it is on disk. `body` runs on the
    /// writer's thread and sees every earlier accepted write of its partition, and every answered write. It runs again
    /// if another write of the transaction fails, or after a conflict, so it must have no effect outside the database.
    ///
    /// An error from `body` undoes its changes and makes the other writes run again, so return a value for a common
    /// outcome. On PostgreSQL a failed statement fails the write, even if `body` catches the error. An accepted write
    /// is not cancelled with its task.
    /// - Parameter reads: The first queries of `body` about the rows that it changes, exactly as it runs them (such as
    ///   with `Connection.first`). PostgreSQL gets these queries of all writes in a batch at once. A write with such
    ///   queries must not change what other writes declare here for other values.
    /// - Parameter then: Called like the completion of the other `write`, before the caller is answered: for writes with
    ///   the same first key in the order of their commits.
    /// - Throws: The errors of `body`; `StorageError.overloaded`, `closed`, `requestOver` and others, after which
    ///   nothing was written. After `outcomeUnknown`, it is unknown whether the write was stored.
    @discardableResult
    nonisolated(nonsending) public func write<Value: Sendable>(
        on partition: WritePartition = .common, reading reads: @autoclosure () -> [SQL] = [],
        then: (@Sendable (Result<Value, any Error>) -> Void)? = nil,
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value {
        let reads = mayBeShared ? reads() : []
        // The continuation is not checked, because only `TypedWrite.answer` or the refusal below resumes it.
        return try await withUnsafeThrowingContinuation { continuation in
            write(on: partition, reading: reads, body) { result in
                then?(result)
                continuation.resume(with: result)
            }
        }
    }

    /// Like the other `write`, without a task. `completion` is called once, on the writer's thread (on the caller's
    /// thread if the write is refused), and must be fast.
    /// - Parameter request: The write is dropped if this request is no longer valid; nil to write in any case.
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
            case .postgreSQL(let database): try database.submit(write)
            }
        } catch {
            completion(.failure(error))
        }
    }

    /// Calls `listener` after every COMMIT that changed `feed`, on the writer's thread and before the writes are
    /// answered, so it must be fast. On PostgreSQL it is also called, on another thread, after commits of other
    /// processes, and after a time in which these could not be noticed.
    public func onCommit(changing feed: FeedName, _ listener: @escaping @Sendable () -> Void) {
        parts.listeners.add(to: feed, listener)
        if case .postgreSQL(let database) = engine { database.listenToOthers() }
    }

    // MARK: Reading

    /// Runs `body`. Each of its statements sees everything that was committed before the statement started. If several
    /// must agree, use `readSnapshot`. On SQLite `body` runs on the calling thread, and blocks it while
    /// `StorageOptions.maximumReaders` others run. On PostgreSQL it runs on another thread, and again if its connection
    /// is lost.
    nonisolated(nonsending) public func read<Value>(_ body: (Connection) throws -> Value) async throws -> Value {
        switch engine {
        case .sqlite(let database): try database.read(body)
        case .postgreSQL(let database): try await database.read(body)
        }
    }

    /// Like `read`, but all statements of `body` see one state of the database, which is no older than the call. `body`
    /// must be short: a snapshot prevents SQLite from emptying its log, and PostgreSQL from removing deleted rows.
    nonisolated(nonsending) public func readSnapshot<Value>(
        _ body: (Connection) throws -> Value
    ) async throws -> Value {
        switch engine {
        case .sqlite(let database): try database.readSnapshot(body)
        case .postgreSQL(let database): try await database.readSnapshot(body)
        }
    }

    /// Calls `listener`, one call at a time, for the first row that a list leaves out, by statement and column.
    public func onSkippedRow(_ listener: @escaping @Sendable (StorageError) -> Void) { parts.skipped.listen(listener) }

    /// The migrations in a PostgreSQL schema that this program does not know, because a newer program ran them.
    public var laterMigrations: [String] {
        switch engine {
        case .sqlite: []
        case .postgreSQL(let database): database.laterMigrations
        }
    }

    /// Whether acknowledged writes are missing from the file: its write-ahead log was removed, truncated or damaged.
    public var hasLostCommits: Bool {
        switch engine {
        case .sqlite(let database): database.hasLostCommits
        case .postgreSQL: false
        }
    }

    // MARK: One of several processes

    /// Creates the lease for the one process that works on the database; nil for a file. Must be called once, if the
    /// schema has a lease's table.
    /// - Parameter holder: Identifies this process among all others, including earlier processes on the same machine.
    public func makeLease(holder: String, _ options: LeaseOptions = LeaseOptions()) -> DatabaseLease? {
        switch engine {
        case .sqlite: nil
        case .postgreSQL(let database): database.makeLease(holder: holder, options)
        }
    }

    // MARK: Keeping

    /// Writes a consistent copy to `target` during use. The copy is one file, which gets its name when it is complete
    /// and on disk. After an error, an earlier file at `target` stays. Throws `leftToServer` on PostgreSQL.
    public func backUp(to target: URL, progress: CopyProgress.Report? = nil) throws(StorageError) {
        if isClosed.withLock({ $0 }) { throw .closed }
        switch engine {
        case .sqlite(let database): try database.backUp(to: target, progress: progress)
        case .postgreSQL: throw .leftToServer(server: location.description, operation: "backup")
        }
    }

    /// Returns why writing does not work now, or soon will not; nil if it works. Damage that a write or read has found
    /// persists until the database is opened again. A failure that a new write might not show, such as a failed disk,
    /// persists for `StorageOptions.failureStands`; the failure of a write ends earlier if a later write succeeds.
    /// Otherwise this checks the file and the space, and tries a new write unless the latest write succeeded recently.
    nonisolated(nonsending) public func findObstacle() async -> StorageError? {
        if isClosed.withLock({ $0 }) { return .closed }
        let condition = parts.counters.writingCondition
        if let damage = condition.damage { return damage }
        let standing = condition.standing(for: options.failureStands, at: .now)
        switch engine {
        case .sqlite(let database):
            if let obstacle = database.findObstacle() { return obstacle }
            // All tables of a file share its space, so the check below detects a lack of space.
            if let standing, case .inputOutput = standing { return standing }
        case .postgreSQL: if let standing { return standing }
        }
        let isRecent = condition.lastSuccess.map { .now - $0 < options.writeCheckInterval } ?? false
        if isRecent, condition.failure == nil { return nil }
        do {
            try await writeCheck()
            return nil
        } catch {
            return error as? StorageError ?? .closed
        }
    }

    /// Measures how long a small write takes until it is on disk. Throws like `write`.
    nonisolated(nonsending) public func measureWrite() async throws -> Duration {
        let began = ContinuousClock.now
        try await writeCheck()
        return ContinuousClock.now - began
    }

    nonisolated(nonsending) private func writeCheck() async throws {
        try await write(on: .writeCheck) { connection in
            try connection.run(
                """
                INSERT INTO write_check (one, checks) VALUES (1, 1) \
                ON CONFLICT (one) DO UPDATE SET checks = write_check.checks + 1
                """)
        }
    }

    /// The writers' counts since the database was opened.
    public var statistics: StorageStatistics {
        var statistics = parts.counters.statistics
        statistics.queuedWrites =
            switch engine {
            case .sqlite(let database): database.queuedWrites
            case .postgreSQL(let database): database.queuedWrites
            }
        return statistics
    }

    /// Finishes waiting writes, ends the readers, and closes the database. Later calls throw `closed`; closing again
    /// does nothing. It must not be called inside a `write` or `read`.
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

/// The space that a database uses, and the space that is left. A member is nil if it is unknown.
public struct DatabaseSpace: Hashable, Sendable {
    /// The bytes of the file with its log, or of the schema's tables and indexes.
    public var used: UInt64?
    /// The bytes that this process may still write; nil for PostgreSQL.
    public var free: UInt64?

    package init(used: UInt64?, free: UInt64?) { (self.used, self.free) = (used, free) }
}

extension ServiceDatabase {
    nonisolated(nonsending) public func space() async -> DatabaseSpace {
        switch location {
        case .file(let file):
            let sizes = ["", "-wal"].compactMap { suffix -> UInt64? in
                var status = stat()
                return stat(file.path + suffix, &status) == 0 ? UInt64(status.st_size) : nil
            }
            return DatabaseSpace(
                used: sizes.isEmpty ? nil : sizes.reduce(0, +), free: DatabaseFiles.space(at: file)?.free)
        case .postgreSQL:
            let bytes: Int64? = try? await readSnapshot {
                try $0.value(
                    """
                    SELECT CAST(coalesce(sum(pg_total_relation_size(c.oid)), 0) AS bigint) FROM pg_class c \
                    JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = current_schema() AND c.relkind = 'r'
                    """)
            }
            return DatabaseSpace(used: bytes.map { UInt64(max(0, $0)) }, free: nil)
        }
    }
}
