// A person wants another e-mail address for their account, and shows once more who they are.

/// Has a code sent to the address that is to take the place of the account's, by a proof that is at most minutes old.
/// Nothing changes before the code is shown (`ConfirmEmail`).
///
/// Errors: `invalidToken` when the session lives no more; those of `RequestErasure` by the proof, and of
/// `RequestEmailCode`.
public struct RequestEmailChange: RequestFromEdge {
    public typealias Reply = RequestEmailCode.Reply
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 61)
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    public var session: SessionID
    public var address: Personal<String>
    /// Nil for a session of nobody in particular, whose account nothing else opens.
    public var proof: RequestErasure.Proof?
    /// The credential of the session, which auth-session judges by itself.
    public var shown: ShownCredential?

    enum CodingKeys: Int, CodingKey { case account = 0, session, address, proof, shown }

    public init(
        account: AccountID, session: SessionID, address: Personal<String>, proof: RequestErasure.Proof?,
        shown: ShownCredential? = nil
    ) {
        self.account = account
        self.session = session
        self.address = address
        self.proof = proof
        self.shown = shown
    }
}
