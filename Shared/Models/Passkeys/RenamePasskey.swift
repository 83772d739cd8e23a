/// Errors: `notFound` for an unknown passkey, `invalidRequest` for an invalid name, `accountGone`.
public struct RenamePasskey: RequestFromEdge {
    public typealias Reply = Passkey
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 75)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    public var passkey: PasskeyID
    /// 1 to 64 characters on one line.
    public var name: Personal<String>

    enum CodingKeys: Int, CodingKey { case account = 0, passkey, name }

    public init(account: AccountID, passkey: PasskeyID, name: Personal<String>) {
        self.account = account
        self.passkey = passkey
        self.name = name
    }
}
