/// The limits of a write, so that the database knows what it may run in parallel.
///
/// SQLite has one writer, so all writes run in order. On PostgreSQL, writes without a common key run in parallel, in
/// this process and in others; a common write runs alone.
public enum WritePartition: Hashable, Sendable {
    /// The write may touch anything, including feeds. In a database with feeds it has the tables alone.
    case common
    /// The write changes no feed, and reads and changes only rows of these keys, such as those of a device; otherwise
    /// its result may be wrong. Writes with the same first key run in the order of their arrival.
    case keys([String])

    public static func key(_ key: String) -> WritePartition { .keys([key]) }

    /// For the write that checks whether writing works.
    static let writeCheck = WritePartition.key("write check")

    var mayChangeFeeds: Bool { self == .common }

    /// Empty for a common write.
    var keys: [String] { if case .keys(let keys) = self { keys } else { [] } }
}
