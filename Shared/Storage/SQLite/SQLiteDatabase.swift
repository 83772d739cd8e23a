// One service's database in a SQLite file: opened, written, read and closed.

import Foundation
import GRDB
import Models

/// One file with one writer that shares its fsync, and readers that stay on the calling thread.
final class SQLiteDatabase: Sendable {
    private let url: URL
    private let connection: WriterConnection
    private let writer: GroupCommitWriter
    private let readers: ReaderStack
    private let counters = WriterCounters()
    private let listeners = CommitListeners()
    /// Whether what was acknowledged before the last end is missing, since the log was lost or cut.
    let hasLostCommits: Bool

    /// Opens the file, makes it when it is not there yet, runs the migrations that it has not seen, and starts the writer.
    init(
        _ url: URL, migrations: [Migration], options: StorageOptions, mark: DatabaseMark?, skipped: SkippedRows
    ) throws(StorageError) {
        try EarlierBuild.refuse(url)
        let loss = mark?.loss(of: url.path)
        let isMissing = DatabaseFiles.isMissing(url)
        if let loss, isMissing { throw loss }
        try DatabaseFiles.prepare(url)
        let lock = try DatabaseLock(for: url)
        hasLostCommits = !isMissing && CommitMark.isCommitLost(from: url)
        let connection = try WriterConnection(path: url.path, lock: lock, options: options, skipped: skipped)
        do throws(StorageError) {
            try connection.migrate(migrations, whenNew: loss)
            try connection.prepare()
            try mark?.record()
            try connection.leaveTransactionsToBatches()
            readers = try ReaderStack(path: url.path, options: options, skipped: skipped)
        } catch {
            // The reason for giving up matters more than a failure to tidy up.
            try? connection.close()
            throw error
        }
        (self.url, self.connection) = (url, connection)
        writer = GroupCommitWriter(options: options, counters: counters, listeners: listeners)
        writer.start(connection)
    }

    deinit { writer.stop() }

    func submit(_ write: QueuedWrite) throws(StorageError) { try writer.submit(write) }

    func onCommit(changing feed: FeedName, _ listener: @escaping @Sendable () -> Void) {
        listeners.add(to: feed, listener)
    }

    var statistics: StorageStatistics {
        var statistics = counters.statistics
        statistics.queuedWrites = writer.queuedWrites
        return statistics
    }

    var writingCondition: WritingCondition { counters.writingCondition }

    func read<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try counters.watching { try readers.withConnection { try $0.read(body) } }
    }

    func readSnapshot<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try counters.watching { try readers.withConnection { try $0.readSnapshot(body) } }
    }

    func checkpoint() throws(StorageError) {
        do {
            _ = try connection.pool.writeWithoutTransaction { try $0.checkpoint(.passive) }
        } catch {
            throw StorageError(error, path: url.path)
        }
    }

    func backUp(to target: URL) throws(StorageError) {
        do throws(StorageError) { try Backup.copy(url, to: target) } catch {
            if error.isDamage { counters.countFailedRead(error) }
            throw error
        }
    }

    /// Whether the file is the one that was opened, takes what stands in the log, and has space to grow.
    func findObstacle() -> StorageError? { connection.findObstacle() }

    /// Finishes what waits, ends the readers, empties the log into the file and closes it. Once only.
    func close() throws(StorageError) {
        writer.stop()
        writer.waitForEnd()
        readers.close()
        try connection.close()
    }
}
