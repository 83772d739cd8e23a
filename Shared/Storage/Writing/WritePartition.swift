// Which writes run one after another, and which may run beside each other.

/// What a write keeps to, so that the database knows what it may run beside it.
///
/// SQLite has one writer, so that there all writes run one after another. On PostgreSQL writes with keys run beside each
/// other, in this process and in others, where they have no key in common; nothing else runs beside a common one.
public enum WritePartition: Hashable, Sendable {
    /// The write may touch anything, feeds included. In a database with feeds it has the tables for itself.
    case common
    /// The write changes no feed, and decides and changes by rows alone that belong to these keys, such as those of a
    /// device: that is a matter of correctness. Writes whose first key is the same run in the order in which they come.
    case keys([String])

    /// The same for one key.
    public static func key(_ key: String) -> WritePartition { .keys([key]) }

    /// That of the write by which a database finds out whether writing works.
    static let writeCheck = WritePartition.key("write check")

    /// Whether its writes may change feeds.
    var mayChangeFeeds: Bool { self == .common }

    /// Its keys; none for what may touch anything.
    var keys: [String] { if case .keys(let keys) = self { keys } else { [] } }
}
