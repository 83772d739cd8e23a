/// Counts a user's unread inbox entries.
public struct CountUnread: RequestFromEdge {
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 13)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public struct Reply: Codable, Sendable {
        public var unread: Int

        enum CodingKeys: Int, CodingKey { case unread = 0 }

        public init(unread: Int) {
            self.unread = unread
        }
    }

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) {
        self.account = account
    }
}
