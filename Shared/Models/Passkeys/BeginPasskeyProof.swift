// A person who is signed in wants to show once more, with a passkey, who they are.

/// Makes what an authenticator needs to show a passkey of an account, as a proof (`RequestErasure.Proof`). Nothing is
/// stored; the challenge counts for five minutes, for this account and this session, and once.
///
/// Errors: `conflict` when the account has no passkey, `invalidRequest` when no passkeys are set up here, `accountGone`.
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
