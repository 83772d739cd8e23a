/// Erases a user's last position; the next one is stored again. Succeeds also without one.
public struct ErasePosition: RequestFromEdge {
    public typealias Reply = Done
    public static let service = ServiceName.location
    public static let code = MessageCode(.location, 20)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) {
        self.account = account
    }
}
