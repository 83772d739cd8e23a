// What a database tells about its writer, for metrics.

/// What a database's writer has done since it was opened.
public struct StorageStatistics: Hashable, Sendable {
    /// Transactions committed.
    public var transactions = 0
    /// Writes in them, durable all.
    public var writes = 0
    /// Writes that ended with an error, whether their own or their transaction's.
    public var failedWrites = 0
    /// Transactions that were run again: because one of their writes failed, or another transaction got in their way.
    public var secondRuns = 0
    /// Writes refused because the queue was full.
    public var refusedWrites = 0
    /// Writes waiting at the moment.
    public var queuedWrites = 0
}
