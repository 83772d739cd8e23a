// A person has read something.

/// Marks entries of an inbox as read; unknown ones are passed over. From then on the badge that is sent is the true
/// unread count.
public struct MarkRead: RequestFromEdge {
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 14)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    /// What is still unread.
    public struct Reply: Codable, Sendable {
        /// How many entries are still unread.
        public var unread: Int

        enum CodingKeys: Int, CodingKey { case unread = 0 }

        public init(unread: Int) {
            self.unread = unread
        }
    }

    public var account: AccountID
    /// The entries to mark; nil for all.
    public var entries: [InboxEntryID]?

    enum CodingKeys: Int, CodingKey { case account = 0, entries }

    public init(account: AccountID, entries: [InboxEntryID]? = nil) {
        self.account = account
        self.entries = entries
    }
}
