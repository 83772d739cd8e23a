public import BaliseJSON

/// The number of unread entries, beside `data`: the answer of GET notifications/unread-count.
public struct UnreadCountResponse: JSONConvertible, Hashable {
    private var success = AlwaysTrue()
    /// The number of entries.
    public var count: Int

    /// Makes a body of these members.
    public init(count: Int) {
        self.count = count
    }
}
