/// Activates the second step and creates the recovery codes.
///
/// Errors: `invalidRequest` for a malformed code, which does not count as a try; `codeMismatch` for a wrong code,
/// `codeExpired` if no secret waits for confirmation, `conflict` if the second step is active already, `rateLimited`
/// after too many wrong codes, `invalidToken` for an ended session, `accountGone`.
public struct ConfirmTOTP: RequestFromEdge {
    public typealias Reply = RecoveryCodeList
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 66)
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    /// As in `BeginTOTP`.
    public var signedInAt: UnixTime?
    /// Six digits, perhaps with spaces.
    public var shownCode: SecretText
    /// As in `BeginTOTP`.
    public var session: SessionID?

    enum CodingKeys: Int, CodingKey { case account = 0, signedInAt, shownCode, session }

    public init(account: AccountID, signedInAt: UnixTime?, shownCode: SecretText, session: SessionID? = nil) {
        self.account = account
        self.signedInAt = signedInAt
        self.shownCode = shownCode
        self.session = session
    }
}
