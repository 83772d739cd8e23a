// A person closes their account by an API whose apps show nothing but their session.

/// Has the account of a session erased, with the time of grace that the operator has set.
///
/// Errors: `invalidToken` when what is shown is no session of this account; `unavailable`.
public struct EraseOwnAccount: RequestFromEdge {
    public typealias Reply = EraseAccount.Reply
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 136)
    public var routingKey: RoutingKey? { RoutingKey(account) }

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
