/// Marks inbox entries as read. Unknown entries are ignored. After the first call, the badges of the user's pushes are exact
/// unread counts.
public struct MarkRead: RequestFromEdge, AccountRequest, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 14)

    public struct Reply: Codable, Sendable {
        public var unread: Int

        enum CodingKeys: Int, CodingKey { case unread = 0 }

        public init(unread: Int) { self.unread = unread }
    }

    public var account: AccountID
    public var entries: [InboxEntryID]?

    enum CodingKeys: Int, CodingKey { case account = 0, entries }

    public init(account: AccountID, entries: [InboxEntryID]? = nil) {
        (self.account, self.entries) = (account, entries)
    }
}
