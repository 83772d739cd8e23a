// Copying a database that is in use, and putting a copy in the place of one that is not.

import Foundation
import GRDB

/// Online backup and restore of one database file.
enum Backup {
    /// Writes a consistent copy of the database at `source`, which may be in use, to `target`, and looks whether it is
    /// whole.
    ///
    /// All of it is read in one transaction, so that no number of writes keeps it from coming to its end.
    static func copy(_ source: URL, to target: URL) throws(StorageError) {
        guard !DatabaseFiles.isMissing(source) else {
            throw .cannotOpen(path: source.path, reason: "there is no such file, or it is empty")
        }
        guard target.resolvingSymlinksInPath().path != source.resolvingSymlinksInPath().path else {
            throw .cannotOpen(path: target.path, reason: "a database cannot be its own backup")
        }
        try copy(try openReadOnly(source), to: target, finish: checkIntegrity)
    }

    /// Throws unless a backup is a whole database.
    static func check(_ backup: URL) throws(StorageError) {
        guard !DatabaseFiles.isMissing(backup) else {
            throw .cannotOpen(path: backup.path, reason: "there is no such file, or it is empty")
        }
        let source = try openReadOnly(backup)
        do { try source.read(checkIntegrity) } catch { throw StorageError(error, path: backup.path) }
    }

    /// Puts `backup`, with new epochs for its feeds, in the place of `database`.
    static func restore(_ backup: URL, to database: URL) throws(StorageError) {
        try check(backup)
        try DatabaseFiles.makeFolder(database.deletingLastPathComponent())
        let lock = try DatabaseLock(for: database)
        defer { lock.release() }
        // The present database and its log stay until the copy is whole: it may not fit.
        try copy(try openReadOnly(backup), to: database) { copy in
            guard let handle = copy.sqliteConnection else { throw StorageError.closed }
            let connection = SQLiteConnection(handle: handle, path: database.path, skipped: SkippedRows())
            defer { connection.close() }
            try FeedEpochs.renew(in: Connection(connection))
        } beforeReplacing: { () throws(StorageError) in
            try settle(database)
        }
    }

    /// A connection of its own, gone with the copy: one that stayed open would be in the way of closing the database.
    private static func openReadOnly(_ database: URL) throws(StorageError) -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        do { return try DatabaseQueue(path: database.path, configuration: configuration) } catch {
            throw StorageError(error, path: database.path)
        }
    }

    /// Copies to a file beside `target`, lets `finish` change it, makes it durable and moves it into place.
    private static func copy(
        _ source: DatabaseQueue, to target: URL, finish: (Database) throws -> Void,
        beforeReplacing: () throws(StorageError) -> Void = {}
    ) throws(StorageError) {
        let unfinished = target.appendingPathExtension("unfinished")
        DatabaseFiles.remove(unfinished)
        try DatabaseFiles.prepare(unfinished)
        do {
            let copy = try DatabaseQueue(path: unfinished.path)
            try source.backup(to: copy)
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

    /// Makes the file that is about to be replaced stand alone, since its log must not be taken for that of the new
    /// one.
    private static func settle(_ database: URL) throws(StorageError) {
        guard FileManager.default.fileExists(atPath: database.path) else { return }
        // Closing the last connection empties the log into the file. A file too damaged for that is being replaced for
        // this very reason, and its log goes with it.
        if let queue = try? DatabaseQueue(path: database.path) {
            try? queue.read { _ = try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_schema") }
            try? queue.close()
        }
        try DatabaseFiles.removeSideFiles(of: database)
    }

    /// Throws for a damaged database.
    static func checkIntegrity(_ database: Database) throws {
        let result = try String.fetchOne(database, sql: "PRAGMA integrity_check(1)") ?? "no answer"
        guard result == "ok" else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: result)
        }
    }
}
