/// Replaces the recovery codes of a session's user, with a proof that is at most minutes old.
///
/// Errors: as for `RequestErasure`; `conflict` without a second step.
public struct RequestRecoveryCodes: RequestFromEdge {
    public typealias Reply = RecoveryCodeList
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 64)
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    public var session: SessionID
    public var proof: RequestErasure.Proof
    /// The session's credential. auth-session itself verifies it.
    public var shown: ShownCredential?

    enum CodingKeys: Int, CodingKey { case account = 0, session, proof, shown }

    public init(account: AccountID, session: SessionID, proof: RequestErasure.Proof, shown: ShownCredential? = nil) {
        self.account = account
        self.session = session
        self.proof = proof
        self.shown = shown
    }
}
