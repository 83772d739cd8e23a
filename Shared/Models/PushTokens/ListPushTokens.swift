/// Lists push tokens, the last registered first.
public struct ListPushTokens: RequestFromEdge, AccountRequest, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 2)

    public struct Reply: Codable, Sendable {
        public var tokens: [PushToken]

        enum CodingKeys: Int, CodingKey { case tokens = 0 }

        public init(tokens: [PushToken]) { self.tokens = tokens }
    }

    public var account: AccountID
    /// For operators.
    public var withFailures: Bool?

    enum CodingKeys: Int, CodingKey { case account = 0, withFailures }

    public init(account: AccountID, withFailures: Bool? = nil) {
        (self.account, self.withFailures) = (account, withFailures)
    }
}
