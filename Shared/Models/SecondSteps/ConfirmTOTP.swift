// A person shows that their app makes the right codes.

/// Has the second step count from now on, and makes the recovery codes.
///
/// Errors: `invalidRequest` for what cannot be a code, which is no try; `codeMismatch` for a code that does not count, `codeExpired` when no secret waits for one, `conflict` when the
/// second step counts already, `rateLimited` after too many wrong codes, `invalidToken` when the session that asks does
/// not count any more, `accountGone`.
public struct ConfirmTOTP: RequestFromEdge {
    public typealias Reply = RecoveryCodes
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

/// The codes that stand in for an app that is lost, each once. They are told here and never again.
public struct RecoveryCodes: Codable, Sendable {
    public var codes: [SecretText]

    enum CodingKeys: Int, CodingKey { case codes = 0 }

    public init(codes: [SecretText]) { self.codes = codes }
}
