// A person removes the second step of their sign-in.

/// Removes the second step of the person of a session, by a proof that is at most minutes old.
///
/// Errors: as with `RequestErasure`.
public struct RequestTOTPRemoval: RequestFromEdge {
    public typealias Reply = Done
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 63)
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    public var session: SessionID
    public var proof: RequestErasure.Proof
    /// The credential of the session, which auth-session judges by itself.
    public var shown: ShownCredential?

    enum CodingKeys: Int, CodingKey { case account = 0, session, proof, shown }

    public init(account: AccountID, session: SessionID, proof: RequestErasure.Proof, shown: ShownCredential? = nil) {
        self.account = account
        self.session = session
        self.proof = proof
        self.shown = shown
    }
}
