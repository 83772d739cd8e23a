// A person reads what they were told.

/// Lists what a person was told, the latest first. From then on the badge that is sent to them is the true unread
/// count.
public struct ListInbox: RequestFromEdge {
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 12)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    /// How many entries a page may have.
    public static let limits = 1...100

    /// A page of the inbox.
    public struct Reply: Codable, Sendable {
        public var entries: [InboxEntry]
        /// Of all, not only of these.
        public var unread: Int
        public var total: Int
        public var hasMore: Bool

        enum CodingKeys: Int, CodingKey { case entries = 0, unread, total, hasMore }

        public init(entries: [InboxEntry], unread: Int, total: Int, hasMore: Bool) {
            self.entries = entries
            self.unread = unread
            self.total = total
            self.hasMore = hasMore
        }
    }

    public var account: AccountID
    /// Only what came before this; nil for the latest.
    public var before: InboxEntryID?
    /// One of `limits`.
    public var limit: Int
    public var unreadOnly: Bool
    /// How many to pass over, from the latest or from `before` on; nil for none.
    public var offset: Int?
    /// Of the person, a BCP 47 tag, for the texts that announcements do not have; nil when it is not known.
    public var language: String?
    /// Whether whoever asks can read entries of notifications. Nil for no.
    public var withNotifications: Bool?
    /// Whether somebody else looks, which leaves the person's badge as it is. Nil for no.
    public var isLook: Bool?

    enum CodingKeys: Int, CodingKey {
        case account = 0, before, limit, unreadOnly, offset, language, withNotifications, isLook
    }

    public init(
        account: AccountID, before: InboxEntryID? = nil, limit: Int, unreadOnly: Bool, offset: Int? = nil,
        language: String? = nil, withNotifications: Bool? = nil, isLook: Bool? = nil
    ) {
        self.isLook = isLook
        self.withNotifications = withNotifications
        self.language = language
        self.account = account
        self.before = before
        self.limit = limit
        self.unreadOnly = unreadOnly
        self.offset = offset
    }
}
