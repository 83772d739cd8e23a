// A person removes a passkey from their account.

/// Forgets a passkey of an account: nobody signs in with it any more. Sessions that began with it go on.
///
/// Errors: `notFound` for one that the account does not have, `conflict` for the only way into the account,
/// `accountGone`.
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
