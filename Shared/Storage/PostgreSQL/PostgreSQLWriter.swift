import Models

/// Runs writes. Writes of one partition share transactions; different partitions run in parallel.
final class PostgreSQLWriter: Sendable {
    static let connections = 1 + keyedPartitions
    private static let keyedPartitions = 4
    /// The largest number of writes in a batch. Smaller than on SQLite: long transactions conflict more often.
    private static let maximumBatch = 256

    private let common: GroupCommitWriter
    private let keyed: [GroupCommitWriter]

    /// Starts the threads. Each connection is opened by its first write.
    /// - Parameters:
    ///   - lockedTables: The tables to lock before anything is read. Common writes exclude all other writes; writes
    ///     with keys exclude common writes.
    init(
        options: StorageOptions, parts: EngineParts, lockedTables: [SQL], notices: FeedNotices, fence: WriteFence,
        connect: () -> PostgreSQLConnection
    ) {
        var options = options
        options.maximumBatch = min(options.maximumBatch, Self.maximumBatch)
        func makeWriter() -> GroupCommitWriter {
            let writer = GroupCommitWriter(options: options, parts: parts)
            writer.start(PostgreSQLBatch(connection: connect(), locked: lockedTables, notices: notices, fence: fence))
            return writer
        }
        common = makeWriter()
        keyed = (0..<Self.keyedPartitions).map { _ in makeWriter() }
    }

    deinit { stop() }

    func submit(_ write: QueuedWrite) throws(StorageError) {
        guard let first = write.partition.keys.first else { return try common.submit(write) }
        try keyed[Self.index(of: first)].submit(write)
    }

    /// Returns the partition of a key. It is the same in every process. The hash is mixed once more, because its upper
    /// bits hardly differ for short keys.
    static func index(of key: String) -> Int {
        let hash = key.hash64
        let mixed = (hash ^ hash >> 33) &* 0xff51_afd7_ed55_8ccd
        return Int(mixed >> 32) % keyedPartitions
    }

    func stop() { for writer in [common] + keyed { writer.stop() } }

    /// Waits for the end of the threads. Must be called once, after `stop()`.
    func waitForEnd() { for writer in [common] + keyed { writer.waitForEnd() } }

    var queuedWrites: Int { ([common] + keyed).reduce(0) { $0 + $1.queuedWrites } }
}
