/// Errors: `accountGone`.
public struct GetSecondStep: RequestFromEdge {
    public typealias Reply = SecondStepStatus
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 67)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) { self.account = account }
}

/// The second step of an account, without its secret.
public struct SecondStepStatus: Codable, Hashable, Sendable {
    /// Nil if it is inactive.
    public var confirmedAt: UnixTime?
    /// The last use of an app's code; nil for none.
    public var lastUsedAt: UnixTime?
    /// The unused recovery codes.
    public var recoveryCodesLeft: Int

    enum CodingKeys: Int, CodingKey { case confirmedAt = 0, lastUsedAt, recoveryCodesLeft }

    public init(confirmedAt: UnixTime? = nil, lastUsedAt: UnixTime? = nil, recoveryCodesLeft: Int = 0) {
        self.confirmedAt = confirmedAt
        self.lastUsedAt = lastUsedAt
        self.recoveryCodesLeft = recoveryCodesLeft
    }
}
