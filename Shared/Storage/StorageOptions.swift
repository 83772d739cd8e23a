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
    /// Writes waiting for their transaction; one more is refused with `StorageError.overloaded`.
    public var maximumQueuedWrites = 8_192
    /// The most writes in one transaction, so that a rush does not keep the first of it waiting for the last.
    public var maximumBatch = 1_024
    /// The most pages (of 4 KiB) the database may have; more is `StorageError.diskFull`. Nil means as many as the disk
    /// takes.
    public var maximumPages: Int?

    public init() {}
}
