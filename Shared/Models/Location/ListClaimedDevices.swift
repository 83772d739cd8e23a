/// Lists an account's claimed devices, the latest claim first.
public struct ListClaimedDevices: RequestFromEdge {
    public typealias Reply = [ClaimedDevice]
    public static let service = ServiceName.location
    public static let code = MessageCode(.location, 14)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) {
        self.account = account
    }
}
