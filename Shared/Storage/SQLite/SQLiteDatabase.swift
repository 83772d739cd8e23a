import Foundation
import GRDB
import Models

/// A file with one writer, whose writes share an fsync, and readers that stay on the calling thread.
final class SQLiteDatabase: Sendable {
    private let url: URL
    private let connection: WriterConnection
    private let writer: GroupCommitWriter
    private let readers: ReaderStack
    private let counters = WriterCounters()
    private let listeners = CommitListeners()
    /// Whether acknowledged writes are missing, because the log was lost or truncated.
    let hasLostCommits: Bool

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
            // The original error is more important than a failure of the clean-up.
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

    func findObstacle() -> StorageError? { connection.findObstacle() }

    /// Once only; merges the log into the file.
    func close() throws(StorageError) {
        writer.stop()
        writer.waitForEnd()
        readers.close()
        try connection.close()
    }
}
