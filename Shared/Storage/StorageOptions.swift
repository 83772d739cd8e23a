public import Foundation

/// The defaults suit a service; tests use smaller values.
public struct StorageOptions: Sendable {
    /// The wait for another process's lock on the file before `StorageError.busy`.
    public var busyTimeout: Duration = .seconds(5)
    /// The write-ahead log is merged into the database after each growth by so many pages (of 4 KiB).
    public var walAutocheckpointPages = 4000
    /// In KiB; used as needed, not reserved.
    public var writerCacheKiB = 16_384
    /// The same for each reading connection.
    public var readerCacheKiB = 4_096
    /// The second and later connections open when needed.
    public var maximumReaders = 4
    /// The most waiting writes of a partition; more are refused with `StorageError.overloaded`.
    public var maximumQueuedWrites = 8_192
    /// More reads that wait for one of PostgreSQL's connections are refused in the same way.
    public var maximumQueuedReads = 8_192
    /// The most writes in one transaction, so that during a rush the first need not wait for the last.
    public var maximumBatch = 1_024
    /// The most pages (of 4 KiB) of the database; beyond is `StorageError.diskFull`. Nil for no limit.
    public var maximumPages: Int?

    /// The time without a write before the log is emptied.
    public var logQuietTime: Duration = .seconds(1)
    /// Under constant writes; until the log is emptied it still contains deleted data.
    public var logMaximumAge: Duration = .seconds(5)
    /// The empty pages that the file keeps for later use; more are returned to the file system in time.
    public var keptFreePages = 1024
    /// In bytes: less free space counts as too little to continue for long.
    public var freeSpaceReserve: UInt64 = 16 << 20
    /// The time after a successful write before a check tries another one.
    public var writeCheckInterval: Duration = .seconds(5)
    /// How long a failure of the disk, or a lack of space or of a right, counts, although another write would succeed. Longer
    /// than a health check's interval; limited, so that a service without requests becomes ready again after a repair.
    public var failureStands: Duration = .seconds(30)

    public init() {}
}

/// The counts of a database's writers since it was opened.
public struct StorageStatistics: Hashable, Sendable {
    public var transactions = 0
    public var writes = 0
    /// Writes that failed by their own error or their transaction's.
    public var failedWrites = 0
    /// Transactions that ran again, because one of their writes failed, or after a conflict.
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

/// Without the secrets in an address.
extension DatabaseLocation: CustomStringConvertible {
    public var description: String {
        switch self {
        case .file(let url): url.path
        case .postgreSQL(let address, let schema): "\(address), schema \(schema)"
        }
    }
}
