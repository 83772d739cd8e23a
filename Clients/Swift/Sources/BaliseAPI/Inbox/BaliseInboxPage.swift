public import BaliseJSON

/// A page of the inbox, the latest entries first: the answer of GET notifications.
public struct BaliseInboxPage: JSONConvertible, Hashable {
    private var success = AlwaysTrue()
    /// The entries; in JSON the member `data`.
    public var entries: [BaliseInboxEntry]
    /// The position of the page.
    public var pagination: BaliseInboxPagination
    /// The number of unread entries in the whole inbox.
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
