/// Sends a code to the account's new address, with a proof that is at most minutes old. Nothing changes before
/// `ConfirmEmail`.
///
/// Errors: `invalidToken` for an ended session; those of `RequestErasure` for the proof, and of `RequestEmailCode`.
public struct RequestEmailChange: RequestFromEdge {
    public typealias Reply = SentEmailCode
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 61)
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    public var session: SessionID
    public var address: Personal<String>
    /// Nil for an anonymous session, the only way into its account.
    public var proof: RequestErasure.Proof?
    /// The session's credential. auth-session itself verifies it.
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
