// Which writes run one after another, and which may run beside each other.

/// What a write keeps to, so that the database knows what it may run beside it.
///
/// SQLite has one writer, so that there all writes run one after another. On PostgreSQL each partition has a connection
/// and transactions of its own. The engine finds out when two of them get in each other's way all the same, and the one
/// that is given up runs again: keys make that rare, and are no matter of correctness.
public enum WritePartition: Hashable, Sendable {
    /// The write may touch anything, feeds included. In a database with feeds the writes of this partition run one after
    /// another in all processes.
    case common
    /// The write changes no feed, and nearly always rows that belong to this key alone, such as those of a device.
    /// Writes with the same key run one after another.
    case key(String)

    /// Whether its writes may change feeds.
    var mayChangeFeeds: Bool { self == .common }
}
