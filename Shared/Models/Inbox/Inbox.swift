/// A notification in a user's inbox. Stored by the push service.
public struct InboxEntry: Codable, Hashable, Sendable {
    public var id: InboxEntryID
    /// The type of announcement; nil if the notification is no announcement.
    public var type: AnnouncementType?
    /// The subject of an announcement; for any other notification, the notification's id.
    public var subject: AnnouncementSubject
    public var title: String
    public var body: String
    public var at: UnixTime
    public var readAt: UnixTime?
    public var kind: String?
    /// The address that a tap opens in the app; nil if the notification has no link.
    public var link: String?

    enum CodingKeys: Int, CodingKey { case id = 0, type, subject, title, body, at, readAt, kind, link }

    public init(
        id: InboxEntryID, type: AnnouncementType?, subject: AnnouncementSubject, title: String, body: String,
        at: UnixTime,
        readAt: UnixTime? = nil, kind: String? = nil, link: String? = nil
    ) {
        (self.kind, self.link, self.id, self.type, self.subject) = (kind, link, id, type, subject)
        (self.title, self.body, self.at, self.readAt) = (title, body, at, readAt)
    }
}

/// Lists a user's inbox, the latest first. From the first call on, the badges of pushes are exact unread counts.
public struct ListInbox: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 12)

    public static let limits = 1...100

    public struct Reply: Codable, Sendable {
        public var entries: [InboxEntry]
        /// The number of unread entries in the whole inbox.
        public var unread: Int
        public var total: Int
        public var hasMore: Bool

        enum CodingKeys: Int, CodingKey { case entries = 0, unread, total, hasMore }

        public init(entries: [InboxEntry], unread: Int, total: Int, hasMore: Bool) {
            (self.entries, self.unread, self.total, self.hasMore) = (entries, unread, total, hasMore)
        }
    }

    public var account: AccountID
    /// The entry before which the list begins; nil to begin with the latest entry.
    public var before: InboxEntryID?
    public var limit: Int
    public var unreadOnly: Bool
    /// How many entries to skip, counted from the beginning of the list; nil means 0.
    public var offset: Int?
    /// The user's language as a BCP 47 tag, which selects the default texts; nil if unknown.
    public var language: String?
    public var withNotifications: Bool?
    /// Whether another person looks at the inbox, which does not change the user's badge; nil means false.
    public var isLook: Bool?

    enum CodingKeys: Int, CodingKey {
        case account = 0, before, limit, unreadOnly, offset, language, withNotifications, isLook
    }

    public init(
        account: AccountID, before: InboxEntryID? = nil, limit: Int, unreadOnly: Bool, offset: Int? = nil,
        language: String? = nil, withNotifications: Bool? = nil, isLook: Bool? = nil
    ) {
        (self.isLook, self.withNotifications) = (isLook, withNotifications)
        (self.language, self.account, self.before) = (language, account, before)
        (self.limit, self.unreadOnly, self.offset) = (limit, unreadOnly, offset)
    }
}

/// The number of a user's unread inbox entries: the reply to `CountUnread` and `MarkRead`.
public struct UnreadCount: Codable, Sendable {
    public var unread: Int

    enum CodingKeys: Int, CodingKey { case unread = 0 }

    public init(unread: Int) { self.unread = unread }
}

/// Counts a user's unread inbox entries.
public struct CountUnread: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public typealias Reply = UnreadCount
    public static let serviceCode = ServiceCode(.push, 13)

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) { self.account = account }
}

/// Marks inbox entries as read. Unknown entries are ignored. From the first call on, badges are exact unread counts.
public struct MarkRead: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public typealias Reply = UnreadCount
    public static let serviceCode = ServiceCode(.push, 14)

    public var account: AccountID
    public var entries: [InboxEntryID]?

    enum CodingKeys: Int, CodingKey { case account = 0, entries }

    public init(account: AccountID, entries: [InboxEntryID]? = nil) {
        (self.account, self.entries) = (account, entries)
    }
}
