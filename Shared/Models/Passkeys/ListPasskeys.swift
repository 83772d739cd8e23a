/// The latest passkey first. It works even if passkeys are no longer configured.
///
/// Errors: `accountGone`.
public struct ListPasskeys: RequestFromEdge {
    public typealias Reply = [Passkey]
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 74)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) { self.account = account }
}
