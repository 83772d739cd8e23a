/// Lists a user's inbox, the latest first. After the first call, the badges of the user's pushes are exact unread counts.
public struct ListInbox: RequestFromEdge, AccountRequest, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 12)

    public static let limits = 1...100

    public struct Reply: Codable, Sendable {
        public var entries: [InboxEntry]
        /// Of the whole inbox.
        public var unread: Int
        public var total: Int
        public var hasMore: Bool

        enum CodingKeys: Int, CodingKey { case entries = 0, unread, total, hasMore }

        public init(entries: [InboxEntry], unread: Int, total: Int, hasMore: Bool) {
            (self.entries, self.unread, self.total, self.hasMore) = (entries, unread, total, hasMore)
        }
    }

    public var account: AccountID
    /// Only earlier entries than this; nil for the latest.
    public var before: InboxEntryID?
    public var limit: Int
    public var unreadOnly: Bool
    /// From the latest or from `before`.
    public var offset: Int?
    /// The user's BCP 47 tag, for default texts; nil if unknown.
    public var language: String?
    public var withNotifications: Bool?
    /// By another person, which does not change the user's badge.
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
