/// Lists push tokens, the last registered first.
public struct ListPushTokens: RequestFromEdge {
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 2)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public struct Reply: Codable, Sendable {
        public var tokens: [PushToken]

        enum CodingKeys: Int, CodingKey { case tokens = 0 }

        public init(tokens: [PushToken]) {
            self.tokens = tokens
        }
    }

    public var account: AccountID
    /// For operators.
    public var withFailures: Bool?

    enum CodingKeys: Int, CodingKey { case account = 0, withFailures }

    public init(account: AccountID, withFailures: Bool? = nil) {
        self.account = account
        self.withFailures = withFailures
    }
}
