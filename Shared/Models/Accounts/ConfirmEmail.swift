// A person shows the code that was sent to an e-mail address.

/// Notes that the account's address is its person's, or gives the account the address that the code was sent to. The
/// address from before is told. Where it is the first proof of the address, all ways in from before but the password are
/// removed, and all sessions but the one that asks end (`AccountChange.keptSession`).
///
/// Errors: `codeMismatch` for another code, `codeExpired` when there is none that counts, `rateLimited` after too many
/// wrong ones (a new one has to be asked for), `duplicate` when the address has become another account's since the code
/// was sent, `invalidToken` when the session that asks does not count any more, `accountGone`.
public struct ConfirmEmail: RequestFromEdge {
    public typealias Reply = AccountProfile
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 63)
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    /// `verification` or `change`; a proof is shown with what it is for.
    public var purpose: RequestEmailCode.Purpose
    /// Eight digits.
    public var emailCode: SecretText
    /// When the person of the session signed in: sessions up to some moment may have ended.
    public var signedInAt: UnixTime?
    /// The session that asks; nil from versions that did not say: then all sessions end.
    public var session: SessionID?

    enum CodingKeys: Int, CodingKey { case account = 0, purpose, emailCode, signedInAt, session }

    public init(
        account: AccountID, purpose: RequestEmailCode.Purpose, emailCode: SecretText, signedInAt: UnixTime? = nil,
        session: SessionID? = nil
    ) {
        self.account = account
        self.purpose = purpose
        self.emailCode = emailCode
        self.signedInAt = signedInAt
        self.session = session
    }
}
