// How a database is opened: sizes, bounds and waiting times.

/// How a database is opened. The defaults are right for a service; tests narrow them.
public struct StorageOptions: Sendable {
    /// How long to wait for somebody else's lock on the file before `StorageError.busy`.
    public var busyTimeout: Duration = .seconds(5)
    /// The write-ahead log is copied into the database whenever it has grown by this many pages (of 4 KiB).
    public var walAutocheckpointPages = 4000
    /// The most memory that the writing connection keeps for pages, in KiB. Taken as pages are touched, not at once.
    public var writerCacheKiB = 16_384
    /// The same for each reading connection.
    public var readerCacheKiB = 4_096
    /// Reading connections; a read beyond that many at one time waits. The second and later ones open when needed.
    public var maximumReaders = 4
    /// Writes waiting for their transaction; one more is refused with `StorageError.overloaded`. For each partition, where
    /// there are several.
    public var maximumQueuedWrites = 8_192
    /// Reads waiting for one of PostgreSQL's connections; one more is refused in the same way.
    public var maximumQueuedReads = 8_192
    /// The most writes in one transaction, so that a rush does not keep the first of it waiting for the last.
    public var maximumBatch = 1_024
    /// The most pages (of 4 KiB) the database may have; more is `StorageError.diskFull`. Nil means as many as the disk
    /// takes.
    public var maximumPages: Int?

    /// How long nothing has to be written before the log is emptied.
    public var logQuietTime: Duration = .seconds(1)
    /// The longest that anything stays in the log while there is always something to write. Until it is emptied the log
    /// still holds what has been deleted.
    public var logMaximumAge: Duration = .seconds(5)
    /// Pages without content that the file keeps for what comes; more are given back to the file system in time.
    public var keptFreePages = 1024
    /// Less free space than this, in bytes, counts as too little to go on for long.
    public var freeSpaceReserve: UInt64 = 16 << 20
    /// How long after a successful write the next check whether writing works tries it again.
    public var writeCheckInterval: Duration = .seconds(5)
    /// How long after a write or read failed because of the disk, or on PostgreSQL for want of space or of a right, this
    /// counts, although a write to another page or table would succeed. Longer than a health check's interval; bounded, so that a service which nobody asks
    /// is ready again once it is cured.
    public var failureStands: Duration = .seconds(30)

    public init() {}
}
