/// Creates the options for a proof with a passkey of the account (`PersonProof`). Nothing is stored; the
/// challenge is valid once, for five minutes, for this account and this session.
///
/// Errors: `conflict` if the account has no passkey, `invalidRequest` if passkeys are not configured, `accountGone`.
public struct BeginPasskeyProof: RequestFromEdge {
    public typealias Reply = PasskeyRequest
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 78)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    public var session: SessionID

    enum CodingKeys: Int, CodingKey { case account = 0, session }

    public init(account: AccountID, session: SessionID) {
        self.account = account
        self.session = session
    }
}
