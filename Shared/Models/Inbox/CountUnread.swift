/// Counts a user's unread inbox entries.
public struct CountUnread: RequestFromEdge, AccountRequest, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 13)

    public struct Reply: Codable, Sendable {
        public var unread: Int

        enum CodingKeys: Int, CodingKey { case unread = 0 }

        public init(unread: Int) { self.unread = unread }
    }

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) { self.account = account }
}
