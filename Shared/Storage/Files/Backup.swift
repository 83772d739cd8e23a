// Copying a database that is in use, and putting a copy in the place of one that is not.

import Foundation
import GRDB

/// How far a copy of a database has come, in bytes.
public struct CopyProgress: Hashable, Sendable {
    /// Takes what is told while a copy is made.
    public typealias Report = (CopyProgress) -> Void

    public let copied: Int
    public let total: Int
}

/// Online backup and restore of one database file.
enum Backup {
    /// Writes a consistent copy of the database at `source`, which may be in use, to `target`, and looks whether it is
    /// whole.
    ///
    /// All of it is read in one transaction, so that no number of writes keeps it from coming to its end.
    ///
    /// - Throws: `corrupt`, with the path of `source`, when that is damaged; other `StorageError`s.
    static func copy(_ source: URL, to target: URL, progress: CopyProgress.Report? = nil) throws(StorageError) {
        guard !DatabaseFiles.isMissing(source) else {
            throw .cannotOpen(path: source.path, reason: "there is no such file, or it is empty")
        }
        guard target.resolvingSymlinksInPath().path != source.resolvingSymlinksInPath().path else {
            throw .cannotOpen(path: target.path, reason: "a database cannot be its own backup")
        }
        do throws(StorageError) {
            try copy(try openReadOnly(source), to: target, progress, finish: checkIntegrity)
        } catch {
            // The copy is what was read.
            if case .corrupt(_, let message) = error { throw .corrupt(path: source.path, message: message) }
            throw error
        }
    }

    /// Throws unless a backup is a whole database, and one of which a program with these migrations knows all tables.
    ///
    /// - Parameter migrations: Nil where the program does not know them.
    static func check(_ backup: URL, migrations: [Migration]?) throws(StorageError) {
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

    /// Puts `backup`, with new epochs for its feeds, in the place of `database`; see `ServiceDatabase.restore`.
    static func restore(
        _ backup: URL, to database: URL, keepingFormerAt moment: Date?, progress: CopyProgress.Report?
    ) throws(StorageError) -> URL? {
        try check(backup, migrations: nil)
        try DatabaseFiles.makeFolder(database.deletingLastPathComponent())
        let lock = try DatabaseLock(for: database)
        defer { lock.release() }
        var former: URL?
        // The present database and its log stay until the copy is whole: it may not fit.
        try copy(try openReadOnly(backup), to: database, progress) { copy in
            try copy.lend(database.path) { try FeedEpochs.renew(in: Connection($0)) }
        } beforeReplacing: { () throws(StorageError) in
            former = try settle(database, keptAt: moment)
        }
        return former
    }

    /// A connection of its own, gone with the copy: one that stayed open would be in the way of closing the database.
    private static func openReadOnly(_ database: URL) throws(StorageError) -> DatabaseQueue {
        try EarlierBuild.refuse(database)
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        do { return try DatabaseQueue(path: database.path, configuration: configuration) } catch {
            throw StorageError(error, path: database.path)
        }
    }

    /// Copies to a file beside `target`, lets `finish` change it, makes it durable and moves it into place.
    private static func copy(
        _ source: DatabaseQueue, to target: URL, _ progress: CopyProgress.Report?, finish: (Database) throws -> Void,
        beforeReplacing: () throws(StorageError) -> Void = {}
    ) throws(StorageError) {
        let unfinished = target.appendingPathExtension("unfinished")
        DatabaseFiles.remove(unfinished)
        try DatabaseFiles.prepare(unfinished)
        do {
            let copy = try DatabaseQueue(path: unfinished.path)
            try source.read { source in
                // Without a query the transaction would begin anew with each step.
                let pageSize = try Int.fetchOne(source, sql: "PRAGMA page_size") ?? 4096
                _ = try Int.fetchOne(source, sql: "SELECT count(*) FROM sqlite_schema")
                try copy.writeWithoutTransaction { target in
                    try source.backup(to: target, pagesPerStep: pagesAtOnce) { step in
                        progress?(
                            CopyProgress(
                                copied: step.completedPageCount * pageSize, total: step.totalPageCount * pageSize))
                    }
                }
            }
            try source.close()
            try copy.writeWithoutTransaction { database in
                // The copy says of itself that it has a write-ahead log; as one plain file it can be moved about.
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

    /// Pages that are copied between two reports: 64 MiB.
    private static let pagesAtOnce: CInt = 16_384

    /// Makes the file that is about to be replaced stand alone, since its log must not be taken for that of the new one, and
    /// gives it a second name where a moment is named.
    private static func settle(_ database: URL, keptAt moment: Date?) throws(StorageError) -> URL? {
        guard FileManager.default.fileExists(atPath: database.path) else { return nil }
        // Closing the last connection empties the log into the file. A file too damaged for that is being replaced for
        // this very reason, and its log goes with it.
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

    /// Throws for a damaged database.
    static func checkIntegrity(_ database: Database) throws {
        let result = try String.fetchOne(database, sql: "PRAGMA integrity_check(1)") ?? "no answer"
        guard result == "ok" else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: result)
        }
    }
}

extension Database {
    /// Runs `body` with this connection of GRDB's as one of ours.
    func lend<Value>(_ path: String, to body: (SQLiteConnection) throws -> Value) throws -> Value {
        guard let handle = sqliteConnection else { throw StorageError.closed }
        let connection = SQLiteConnection(handle: handle, path: path, skipped: SkippedRows())
        defer { connection.close() }
        return try body(connection)
    }
}
