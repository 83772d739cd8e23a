/// Allows or forbids storing a user's positions. Forbidding erases the stored one.
///
/// Errors: `accountGone`.
public struct AllowPositions: RequestFromEdge {
    public typealias Reply = PositionStatus
    public static let service = ServiceName.location
    public static let code = MessageCode(.location, 21)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    public var isAllowed: Bool

    enum CodingKeys: Int, CodingKey { case account = 0, isAllowed }

    public init(account: AccountID, isAllowed: Bool) {
        self.account = account
        self.isAllowed = isAllowed
    }
}
