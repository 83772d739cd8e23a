// A person asks what is kept of where they were.

/// Gives the last position of a person, to that person.
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

/// What is kept of where a person was.
public struct PositionStatus: Codable, Hashable, Sendable {
    /// Nil when none is kept.
    public var position: Position?
    /// False when the person has forbidden to keep any.
    public var isAllowed: Bool

    enum CodingKeys: Int, CodingKey { case position = 0, isAllowed }

    public init(position: Position? = nil, isAllowed: Bool) {
        self.position = position
        self.isAllowed = isAllowed
    }
}
