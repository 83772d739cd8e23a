/// Reads the last position of a user, for that user.
public struct GetPosition: RequestFromEdge {
    public typealias Reply = PositionStatus
    public static let service = ServiceName.location
    public static let code = MessageCode(.location, 19)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) {
        self.account = account
    }
}

/// What is stored about the position of a user.
public struct PositionStatus: Codable, Hashable, Sendable {
    /// Nil if none is stored.
    public var position: Position?
    /// False if the user forbids storing positions.
    public var isAllowed: Bool

    enum CodingKeys: Int, CodingKey { case position = 0, isAllowed }

    public init(position: Position? = nil, isAllowed: Bool) {
        self.position = position
        self.isAllowed = isAllowed
    }
}
