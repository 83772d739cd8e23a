public import Foundation

/// The limits and times of a database. The defaults suit a service; tests use smaller values.
public struct StorageOptions: Sendable {
    /// How long to wait for another process's lock on the file before `StorageError.busy`.
    public var busyTimeout: Duration = .seconds(5)
    /// How much the write-ahead log may grow, in pages of 4 KiB, before it is merged into the database.
    public var walAutocheckpointPages = 4000
    /// The writer's cache in KiB. Memory is used as needed, not reserved.
    public var writerCacheKiB = 16_384
    /// The cache of each reading connection in KiB.
    public var readerCacheKiB = 4_096
    /// The largest number of reading connections. Only the first is opened at once; the others open when needed.
    public var maximumReaders = 4
    /// The largest number of waiting writes of a partition. Further writes are refused with `StorageError.overloaded`.
    public var maximumQueuedWrites = 8_192
    /// The largest number of reads that wait for one of PostgreSQL's connections. Further reads are refused with
    /// `StorageError.overloaded`.
    public var maximumQueuedReads = 8_192
    /// The largest number of writes in one transaction. It is limited so that during a rush the first write need not
    /// wait for the last.
    public var maximumBatch = 1_024
    /// The largest size of the database in pages of 4 KiB; nil for no limit. A write beyond it gets
    /// `StorageError.diskFull`.
    public var maximumPages: Int?

    /// The time without a write after which the log is emptied.
    public var logQuietTime: Duration = .seconds(1)
    /// The time after which the log is emptied even under constant writes. Until then it still contains deleted data.
    public var logMaximumAge: Duration = .seconds(5)
    /// The number of empty pages that the file keeps for later use. Others are returned to the file system.
    public var keptFreePages = 1024
    /// The smallest free space in bytes that counts as enough to continue for long.
    public var freeSpaceReserve: UInt64 = 16 << 20
    /// The time after a successful write before a check tries another write.
    public var writeCheckInterval: Duration = .seconds(5)
    /// How long a failure of the disk, or a lack of space or of a right, is reported, although another write would
    /// succeed. It is longer than a health check's interval. It ends so an idle service becomes ready after a repair.
    public var failureStands: Duration = .seconds(30)

    public init() {}
}

/// The counts of a database's writers since it was opened.
public struct StorageStatistics: Hashable, Sendable {
    public var transactions = 0
    public var writes = 0
    /// The number of writes that failed by their own error or by their transaction's error.
    public var failedWrites = 0
    /// The number of transactions that ran again because one of their writes failed, or after a conflict.
    public var secondRuns = 0
    public var refusedWrites = 0
    public var queuedWrites = 0
}

/// The location of a database, which also determines its engine.
public enum DatabaseLocation: Sendable {
    /// A SQLite file, which only this process uses.
    case file(URL)
    /// A schema of a PostgreSQL database, which several processes may use.
    case postgreSQL(PostgreSQLAddress, schema: String)
}

/// The description leaves out the secrets in an address.
extension DatabaseLocation: CustomStringConvertible {
    public var description: String {
        switch self {
        case .file(let url): url.path
        case .postgreSQL(let address, let schema): "\(address), schema \(schema)"
        }
    }
}
