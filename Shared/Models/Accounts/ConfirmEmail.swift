// A person shows the code that was sent to an e-mail address.

/// Notes that the account's address is its person's, or gives the account the address that the code was sent to. The
/// address from before is told. Where it is the first proof of the address, all ways in from before but the password are
/// removed, and `AccountProfile.endsOtherSessions` says so: whoever asks ends them, since only they know their own.
///
/// Errors: `codeMismatch` for another code, `codeExpired` when there is none that counts, `rateLimited` after too many
/// wrong ones (a new one has to be asked for), `duplicate` when the address has become another account's since the code
/// was sent, `accountGone`.
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

    enum CodingKeys: Int, CodingKey { case account = 0, purpose, emailCode }

    public init(account: AccountID, purpose: RequestEmailCode.Purpose, emailCode: SecretText) {
        self.account = account
        self.purpose = purpose
        self.emailCode = emailCode
    }
}
