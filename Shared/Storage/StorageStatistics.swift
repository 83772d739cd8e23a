/// The counts of a database's writers since it was opened.
public struct StorageStatistics: Hashable, Sendable {
    public var transactions = 0
    /// Durable writes.
    public var writes = 0
    /// Writes that failed by their own error or their transaction's.
    public var failedWrites = 0
    /// Transactions that ran again, because one of their writes failed, or after a conflict.
    public var secondRuns = 0
    /// Writes refused because the queue was full.
    public var refusedWrites = 0
    /// Currently waiting writes.
    public var queuedWrites = 0
}
