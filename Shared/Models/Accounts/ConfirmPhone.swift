// A person shows the code that was sent to their phone.

/// Stores with the account the phone number that the latest code was sent to.
///
/// Errors: `invalidRequest` for what cannot be a code, which is no try; `codeMismatch` for another code, `codeExpired` when there is none that counts, `rateLimited` after too many
/// wrong ones (a new one has to be asked for), `accountGone`.
public struct ConfirmPhone: RequestFromEdge {
    public typealias Reply = AccountProfile
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 16)
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    /// Six digits.
    public var phoneCode: SecretText

    enum CodingKeys: Int, CodingKey { case account = 0, phoneCode }

    public init(account: AccountID, phoneCode: SecretText) {
        self.account = account
        self.phoneCode = phoneCode
    }
}
