public import Foundation

/// The limits and times of a database. The defaults suit a service; tests use smaller values.
public struct StorageOptions: Sendable {
    /// How long to wait for another process's lock on the file before `StorageError.busy`.
    public var busyTimeout: Duration = .seconds(5)
    /// The growth of the write-ahead log, in pages of 4 KiB, after which it is merged into the database.
    public var walAutocheckpointPages = 4000
    /// The writer's cache in KiB. Memory is used as needed, not reserved.
    public var writerCacheKiB = 16_384
    /// The cache of each reading connection in KiB.
    public var readerCacheKiB = 4_096
    /// The most reading connections. The second and later ones open when needed.
    public var maximumReaders = 4
    /// The most waiting writes of a partition; more are refused with `StorageError.overloaded`.
    public var maximumQueuedWrites = 8_192
    /// The most reads that wait for one of PostgreSQL's connections. More are refused with `StorageError.overloaded`.
    public var maximumQueuedReads = 8_192
    /// The most writes in one transaction, so that during a rush the first need not wait for the last.
    public var maximumBatch = 1_024
    /// The most pages (of 4 KiB) of the database; a write beyond them gets `StorageError.diskFull`. Nil for no limit.
    public var maximumPages: Int?

    /// The time without a write after which the log is emptied.
    public var logQuietTime: Duration = .seconds(1)
    /// The time after which the log is emptied even under constant writes. Until then it still contains deleted data.
    public var logMaximumAge: Duration = .seconds(5)
    /// The empty pages that the file keeps for later use; more are returned to the file system in time.
    public var keptFreePages = 1024
    /// The least free space in bytes. Less counts as too little to continue for long.
    public var freeSpaceReserve: UInt64 = 16 << 20
    /// The time after a successful write before a check tries another one.
    public var writeCheckInterval: Duration = .seconds(5)
    /// How long a failure of the disk, or a lack of space or of a right, counts, although another write would succeed.
    /// It is longer than a health check's interval, and ends so that an idle service is ready after a repair.
    public var failureStands: Duration = .seconds(30)

    public init() {}
}

/// The counts of a database's writers since it was opened.
public struct StorageStatistics: Hashable, Sendable {
    public var transactions = 0
    public var writes = 0
    /// The writes that failed by their own error or their transaction's.
    public var failedWrites = 0
    /// The transactions that ran again, because one of their writes failed, or after a conflict.
    public var secondRuns = 0
    public var refusedWrites = 0
    public var queuedWrites = 0
}

/// The location of a database, which also determines its engine.
public enum DatabaseLocation: Sendable {
    /// A SQLite file, used by this process only.
    case file(URL)
    /// A schema of a PostgreSQL, which several processes may use.
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
