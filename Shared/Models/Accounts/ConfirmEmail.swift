/// Confirms the account's address, or sets the address that the code was sent to and informs the old one. The first
/// proof of an address removes all other sign-in methods but the password, and ends all sessions except the calling one
/// (`AccountChange.keptSession`).
///
/// Errors: `codeMismatch` for a wrong code, `codeExpired` if none is valid, `rateLimited` after too many wrong ones (a
/// new code is needed), `duplicate` if another account got the address in the meantime, `invalidToken` for an ended
/// session, `accountGone`.
public struct ConfirmEmail: RequestFromEdge {
    public typealias Reply = AccountProfile
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 63)
    public var routingKey: RoutingKey? { RoutingKey(account) }
    public var ends: EndedCredentials { .ofAccounts() }

    public var account: AccountID
    /// `verification` or `change`; a `proof` is sent with the call that it is for.
    public var purpose: RequestEmailCode.Purpose
    /// Eight digits.
    public var emailCode: SecretText
    /// When the session's user was recognised: earlier sessions may have ended.
    public var signedInAt: UnixTime?
    /// The calling session; nil from versions that did not send it: all sessions end then.
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
