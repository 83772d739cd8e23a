/// Returns the kinds of notifications, and whether a user wants each.
public struct GetKinds: RequestFromEdge {
    public typealias Reply = NotificationKindList
    public static let service = ServiceName.preferences
    public static let code = MessageCode(.preferences, 4)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) {
        self.account = account
    }
}
