public import Foundation
import GRDB

/// The progress of a copy, in bytes.
public struct CopyProgress: Hashable, Sendable {
    public typealias Report = (CopyProgress) -> Void

    public let copied: Int
    public let total: Int
}

/// Copies database files, whether or not processes have them open.
public enum Backup {
    /// Writes a consistent copy to `target`, and checks its integrity. The copy reads in one transaction, so that
    /// concurrent writes cannot restart it, and slows down beside writes (`CopyPace`). After an error, an earlier file
    /// at `target` stays. Throws `corrupt` with the path of a damaged `source`.
    public static func copy(_ source: URL, to target: URL, progress: CopyProgress.Report? = nil) throws(StorageError) {
        guard !DatabaseFiles.isMissing(source) else {
            throw .cannotOpen(path: source.path, reason: "there is no such file, or it is empty")
        }
        guard target.resolvingSymlinksInPath().path != source.resolvingSymlinksInPath().path else {
            throw .cannotOpen(path: target.path, reason: "a database cannot be its own backup")
        }
        do throws(StorageError) {
            let pace = CopyPace(besideWritesIn: source.deletingLastPathComponent())
            try copy(try openReadOnly(source), to: target, progress, pace, finish: checkIntegrity)
        } catch {
            // The copy equals the source, so a damaged copy means a damaged source.
            if case .corrupt(_, let message) = error { throw .corrupt(path: source.path, message: message) }
            throw error
        }
    }

    /// Checks the integrity of a backup; without `migrations` it does not check the version.
    /// - Throws: `cannotOpen` if the backup is missing, `corrupt`, `earlierBuild`, `newerSchema`, other
    ///   `StorageError`s.
    public static func check(_ backup: URL, migrations: [Migration]? = nil) throws(StorageError) {
        guard !DatabaseFiles.isMissing(backup) else {
            throw .cannotOpen(path: backup.path, reason: "there is no such file, or it is empty")
        }
        let source = try openReadOnly(backup)
        do {
            try source.read { database in
                try checkIntegrity(database)
                guard let migrations else { return }
                let applied = try database.lend(backup.path) { try Migration.applied(in: Connection($0)) }
                let later = try migrations.compare(with: applied, path: backup.path).later
                guard later.isEmpty else { throw StorageError.newerSchema(path: backup.path, unknown: Array(later)) }
            }
        } catch { throw StorageError(error, path: backup.path) }
    }

    /// Replaces a closed database file with a backup. Each of its feeds gets a new epoch, so that followers start over.
    /// Returns the old database, which stays under a name with `moment`; if `moment` is nil, it is deleted.
    /// - Throws: `alreadyOpen` if a process uses the database, `corrupt` if the backup is damaged; nothing is changed
    ///   then.
    @discardableResult
    public static func restore(
        _ backup: URL, to database: URL, keepingFormerAt moment: Date? = nil, progress: CopyProgress.Report? = nil
    ) throws(StorageError) -> URL? {
        try check(backup)
        try DatabaseFiles.makeFolder(database.deletingLastPathComponent())
        let lock = try DatabaseLock(for: database)
        defer { lock.release() }
        var former: URL?
        // The current database and its log stay until the copy is complete, because the disk may be full.
        try copy(try openReadOnly(backup), to: database, progress) { copy in
            try copy.lend(database.path) { try FeedEpochs.renew(in: Connection($0)) }
        } beforeReplacing: { () throws(StorageError) in
            former = try settle(database, keptAt: moment)
        }
        return former
    }

    /// Opens a separate connection. It closes with the copy: an open connection would prevent closing the database.
    private static func openReadOnly(_ database: URL) throws(StorageError) -> DatabaseQueue {
        try EarlierBuild.refuse(database)
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        do { return try DatabaseQueue(path: database.path, configuration: configuration) } catch {
            throw StorageError(error, path: database.path)
        }
    }

    /// Copies to a file beside `target`. The file gets its final name when it is complete and durable.
    private static func copy(
        _ source: DatabaseQueue, to target: URL, _ progress: CopyProgress.Report?, _ pace: CopyPace? = nil,
        finish: (Database) throws -> Void, beforeReplacing: () throws(StorageError) -> Void = {}
    ) throws(StorageError) {
        let unfinished = target.appendingPathExtension("unfinished")
        DatabaseFiles.remove(unfinished)
        try DatabaseFiles.prepare(unfinished)
        do {
            let copy = try DatabaseQueue(path: unfinished.path)
            try source.read { source in
                // A query keeps the transaction open. Without it, the transaction would start again with each step.
                let pageSize = try Int.fetchOne(source, sql: "PRAGMA page_size") ?? 4096
                _ = try Int.fetchOne(source, sql: "SELECT count(*) FROM sqlite_schema")
                let pagesAtOnce = CopyPace.step / pageSize
                var reported = 0
                try copy.writeWithoutTransaction { target in
                    try source.backup(to: target, pagesPerStep: CInt(pagesAtOnce)) { step in
                        pace?.wrote(CopyPace.step)
                        let copied = step.completedPageCount * pageSize
                        guard copied - reported >= reportSize || step.isCompleted else { return }
                        reported = copied
                        progress?(CopyProgress(copied: copied, total: step.totalPageCount * pageSize))
                    }
                }
            }
            try source.close()
            try copy.writeWithoutTransaction { database in
                // The copy would use a write-ahead log. In this mode it is one plain file, which can be moved.
                try database.execute(sql: "PRAGMA journal_mode = DELETE")
                try finish(database)
            }
            try copy.close()
            try DatabaseFiles.synchronize(unfinished)
            try beforeReplacing()
            try DatabaseFiles.replace(target, with: unfinished)
        } catch {
            DatabaseFiles.remove(unfinished)
            throw StorageError(error, path: target.path)
        }
    }

    /// At least this many bytes are copied between two reports of progress, except before the last report.
    private static let reportSize = 64 << 20

    /// Merges the log of the file that will be replaced, because SQLite would apply it to the new file. With a
    /// `moment`, the file also gets a second name, under which it stays.
    private static func settle(_ database: URL, keptAt moment: Date?) throws(StorageError) -> URL? {
        guard FileManager.default.fileExists(atPath: database.path) else { return nil }
        // Closing the last connection merges the log. That fails for a badly damaged file.
        if let queue = try? DatabaseQueue(path: database.path) {
            try? queue.read { _ = try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_schema") }
            try? queue.close()
        }
        var former: URL?
        if let moment { former = try FormerFile.keep(database, at: moment) }
        if let former { _ = try FormerFile.keep(LogFile.url(of: database), as: LogFile.url(of: former)) }
        try DatabaseFiles.removeSideFiles(of: database)
        return former
    }

    static func checkIntegrity(_ database: Database) throws {
        let result = try String.fetchOne(database, sql: "PRAGMA integrity_check(1)") ?? "no answer"
        guard result == "ok" else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: result) }
    }
}

extension Database {
    func lend<Value>(_ path: String, to body: (SQLiteConnection) throws -> Value) throws -> Value {
        let handle = SQLiteConnection.Handle(pointer: sqliteConnection)
        let connection = try SQLiteConnection(handle, path: path, skipped: SkippedRows())
        defer { connection.close() }
        return try body(connection)
    }
}
