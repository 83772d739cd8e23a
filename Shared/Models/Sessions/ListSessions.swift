/// Lists the active sessions of an account, the most recently used first.
public struct ListSessions: RequestFromEdge {
    public typealias Reply = [SessionSummary]
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 5)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) {
        self.account = account
    }
}
