public import BaliseJSON
public import Foundation

/// A page of the inbox, the latest entries first: the answer of GET notifications.
public struct BaliseInboxPage: JSONConvertible, Hashable {
    private var success = AlwaysTrue()
    /// The entries; in JSON the member `data`.
    public var entries: [BaliseInboxEntry]
    /// The position of the page.
    public var pagination: BaliseInboxPagination
    /// The number of unread entries in the whole inbox.
    public var unreadCount: Int

    public init(entries: [BaliseInboxEntry], pagination: BaliseInboxPagination, unreadCount: Int) {
        (self.entries, self.pagination, self.unreadCount) = (entries, pagination, unreadCount)
    }

    private enum CodingKeys: String, CodingKey {
        case success
        case entries = "data"
        case pagination, unreadCount
    }
}

/// The position of a page within an inbox.
public struct BaliseInboxPagination: JSONConvertible, Hashable {
    /// The number of entries in the whole inbox, or of its unread entries if the request asked only for unread entries.
    public var total: Int
    /// The number of entries before the page.
    public var offset: Int
    /// The largest number of entries on the page.
    public var limit: Int
    /// Whether there are earlier entries than those of this page.
    public var hasMore: Bool
    /// The cursor of the next page; nil on the last page.
    @Nullable public var nextCursor: String?

    /// Creates a position; a member that is nil is written as `null`.
    public init(total: Int, offset: Int, limit: Int, hasMore: Bool, nextCursor: String? = nil) {
        (self.total, self.offset, self.limit, self.hasMore) = (total, offset, limit, hasMore)
        self.nextCursor = nextCursor
    }
}

/// The number of unread entries, beside `data`: the answer of GET notifications/unread-count.
public struct UnreadCountResponse: JSONConvertible, Hashable {
    private var success = AlwaysTrue()
    /// The number of unread entries.
    public var count: Int

    public init(count: Int) { self.count = count }
}

/// The number of entries that are still unread: the answer of POST notifications/{id}/read and notifications/read-all.
public struct MarkReadResponse: JSONConvertible, Hashable {
    private var success = AlwaysTrue()
    /// A text for people about the result.
    public var message: String
    /// The number of entries that are unread now.
    public var unreadCount: Int
    private var data = EmptyObject()

    public init(message: String, unreadCount: Int) { (self.message, self.unreadCount) = (message, unreadCount) }
}

/// The questions about why the user was or was not notified: the answer of GET notifications/inquiries in an envelope.
public struct InquiryList: JSONConvertible, Hashable {
    /// One question about the user.
    public struct Inquiry: JSONConvertible, Hashable {
        /// When the question was asked.
        public var at: Date
        /// The name of the API key that asked. The operator chose this name.
        public var askedBy: String
        /// The id of the announcement, which is also the id of its entry in the inbox.
        public var announcement: String

        public init(at: Date, askedBy: String, announcement: String) {
            (self.at, self.askedBy, self.announcement) = (at, askedBy, announcement)
        }
    }

    /// The questions, the latest first.
    public var inquiries: [Inquiry]

    public init(inquiries: [Inquiry]) { self.inquiries = inquiries }
}
