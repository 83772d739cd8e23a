/// Erases the account of a session, after the operator's grace period. For an API whose apps can only send a session.
///
/// Errors: `invalidToken` for a credential that is no session of this account; `unavailable`.
public struct EraseOwnAccount: RequestFromEdge {
    public typealias Reply = EraseAccount.Reply
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 136)
    public var routingKey: RoutingKey? { RoutingKey(account) }
    public var ends: EndedCredentials { .ofAccounts(caller: session) }

    public var account: AccountID
    public var session: SessionID
    /// The credential of the session, which auth-session judges by itself.
    public var shown: ShownCredential?

    enum CodingKeys: Int, CodingKey { case account = 0, session, shown }

    public init(account: AccountID, session: SessionID, shown: ShownCredential) {
        self.account = account
        self.session = session
        self.shown = shown
    }
}
