/// Creates the secret for an authenticator app (TOTP, RFC 6238). It is inactive until `ConfirmTOTP`; a new secret
/// replaces it until then.
///
/// Errors: `conflict` if the account has a second step already, `invalidToken` for an ended session, `accountGone`.
public struct BeginTOTP: RequestFromEdge {
    public typealias Reply = SecondStepEnrolment
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 65)
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    /// When the session's user was recognised: earlier sessions may have ended.
    public var signedInAt: UnixTime?
    /// The calling session, which may continue where others have ended; nil from versions that did not send it.
    public var session: SessionID?

    enum CodingKeys: Int, CodingKey { case account = 0, signedInAt, session }

    public init(account: AccountID, signedInAt: UnixTime?, session: SessionID? = nil) {
        self.account = account
        self.signedInAt = signedInAt
        self.session = session
    }
}
