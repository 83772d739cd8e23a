// A person looks at the second step of their sign-in.

/// How the second step of an account stands.
///
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

/// How the second step of an account stands, without its secret.
public struct SecondStepStatus: Codable, Hashable, Sendable {
    /// Since when it counts; nil when it does not.
    public var confirmedAt: UnixTime?
    /// When a code of the app last counted; nil when none has.
    public var lastUsedAt: UnixTime?
    /// How many recovery codes are left.
    public var recoveryCodesLeft: Int

    enum CodingKeys: Int, CodingKey { case confirmedAt = 0, lastUsedAt, recoveryCodesLeft }

    public init(confirmedAt: UnixTime? = nil, lastUsedAt: UnixTime? = nil, recoveryCodesLeft: Int = 0) {
        self.confirmedAt = confirmedAt
        self.lastUsedAt = lastUsedAt
        self.recoveryCodesLeft = recoveryCodesLeft
    }
}
