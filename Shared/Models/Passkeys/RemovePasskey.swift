/// Removes a passkey. Sessions that began with it continue.
///
/// Errors: `notFound` for an unknown passkey, `conflict` if it is the only way to sign in, `accountGone`.
public struct RemovePasskey: RequestFromEdge {
    public typealias Reply = Done
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 76)
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    public var passkey: PasskeyID

    enum CodingKeys: Int, CodingKey { case account = 0, passkey }

    public init(account: AccountID, passkey: PasskeyID) {
        self.account = account
        self.passkey = passkey
    }
}
