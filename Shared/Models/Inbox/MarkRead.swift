// A person has read something.

/// Marks entries of an inbox as read; unknown ones are passed over. From then on the badge that is sent is the true unread count.
public struct MarkRead: RequestFromEdge {
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 14)
    public static let isIdempotent = true

    /// The count.
    public struct Reply: Codable, Sendable {
        /// What is left.
        public var unread: Int

        enum CodingKeys: Int, CodingKey { case unread = 0 }

        public init(unread: Int) {
            self.unread = unread
        }
    }

    public var account: AccountID
    /// Nil for all.
    public var entries: [InboxEntryID]?

    enum CodingKeys: Int, CodingKey { case account = 0, entries }

    public init(account: AccountID, entries: [InboxEntryID]? = nil) {
        self.account = account
        self.entries = entries
    }
}
