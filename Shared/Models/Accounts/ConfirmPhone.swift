/// Stores the phone number that the latest code was sent to.
///
/// Errors: `invalidRequest` for a malformed code, which does not count as a try; `codeMismatch` for a wrong code,
/// `codeExpired` if none is valid, `rateLimited` after too many wrong ones (a new code is needed), `accountGone`.
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
