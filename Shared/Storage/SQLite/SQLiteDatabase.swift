package import Foundation
import GRDB
import Models

/// A database in a file, with one writer, whose writes share an fsync, and readers that run on the calling thread.
final class SQLiteDatabase: Sendable {
    private let url: URL
    private let connection: WriterConnection
    private let writer: GroupCommitWriter
    private let readers: ReaderStack
    private let parts: EngineParts
    /// Whether acknowledged writes are missing, because the log was lost or truncated.
    let hasLostCommits: Bool

    init(
        _ url: URL, migrations: [Migration], options: StorageOptions, mark: DatabaseMark?, parts: EngineParts
    ) throws(StorageError) {
        try EarlierBuild.refuse(url)
        let loss = mark?.loss(of: url.path)
        let isMissing = DatabaseFiles.isMissing(url)
        if let loss, isMissing { throw loss }
        try DatabaseFiles.prepare(url)
        let lock = try DatabaseLock(for: url)
        hasLostCommits = !isMissing && CommitMark.isCommitLost(from: url)
        let connection = try WriterConnection(path: url.path, lock: lock, options: options, skipped: parts.skipped)
        do throws(StorageError) {
            try connection.migrate(migrations, whenNew: loss)
            try connection.prepare()
            try mark?.record()
            try connection.leaveTransactionsToBatches()
            readers = try ReaderStack(path: url.path, options: options, skipped: parts.skipped)
        } catch {
            // The original error is more important than a failure to close the connection.
            try? connection.close()
            throw error
        }
        (self.url, self.connection, self.parts) = (url, connection, parts)
        writer = GroupCommitWriter(options: options, parts: parts)
        writer.start(connection)
    }

    deinit { writer.stop() }

    func submit(_ write: QueuedWrite) throws(StorageError) { try writer.submit(write) }

    var queuedWrites: Int { writer.queuedWrites }

    func read<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try parts.counters.watching { try readers.withConnection { try $0.read(body) } }
    }

    func readSnapshot<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try parts.counters.watching { try readers.withConnection { try $0.readSnapshot(body) } }
    }

    func backUp(to target: URL, progress: CopyProgress.Report? = nil) throws(StorageError) {
        do throws(StorageError) { try Backup.copy(url, to: target, progress: progress) } catch {
            if error.isDamage { parts.counters.countFailedRead(error) }
            throw error
        }
    }

    func findObstacle() -> StorageError? { connection.findObstacle() }

    /// Closes the database, and merges the log into the file. Must be called only once.
    func close() throws(StorageError) {
        writer.stop()
        writer.waitForEnd()
        readers.close()
        try connection.close()
    }
}

/// A database file that no other process has open.
package struct OfflineSQLite {
    private let queue: DatabaseQueue
    private let path: String

    package init(_ file: URL) throws(StorageError) {
        path = file.path
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL; PRAGMA cache_size = -16384") }
        do { queue = try DatabaseQueue(path: file.path, configuration: configuration) } catch {
            throw StorageError(error, path: file.path)
        }
    }

    /// Runs `body` on a consistent state of an intact file.
    package func read<Value>(_ body: (SQLiteConnection) throws -> Value) throws -> Value {
        try lending {
            try queue.read { database in
                try Backup.checkIntegrity(database)
                return try database.lend(path, to: body)
            }
        }
    }

    /// Runs `body` as one transaction, and merges the log into the file.
    package func write<Value>(_ body: (SQLiteConnection) throws -> Value) throws -> Value {
        try lending {
            try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
            return try queue.write { try $0.lend(path, to: body) }
        }
    }

    /// Merges the log into the file, so that the file alone is the database.
    package func emptyLog() throws {
        try lending {
            try queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
            try queue.close()
        }
    }

    package func close() throws { try lending { try queue.close() } }

    private func lending<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as DatabaseError { throw StorageError(error, path: path) }
    }
}
