// What GET notifications answers.

public import BaliseJSON

/// What a person was told, the latest first: one page of it.
public struct BaliseInboxPage: JSONConvertible, Hashable {
    private var success = AlwaysTrue()
    /// The entries of the page; the list itself stands in `data`.
    public var entries: [BaliseInboxEntry]
    /// Where the page stands.
    public var pagination: BaliseInboxPagination
    /// How many entries there are in all that the person has not read.
    public var unreadCount: Int

    /// Makes a body of these members.
    public init(entries: [BaliseInboxEntry], pagination: BaliseInboxPagination, unreadCount: Int) {
        self.entries = entries
        self.pagination = pagination
        self.unreadCount = unreadCount
    }

    private enum CodingKeys: String, CodingKey {
        case success
        case entries = "data"
        case pagination, unreadCount
    }
}
