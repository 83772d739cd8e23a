/// Replaces the password. The caller decides whether other sessions end.
///
/// Errors: `wrongCredentials` for a wrong current password, `invalidRequest` for an invalid new one, `rateLimited`,
/// `overloaded`.
public struct ChangePassword: RequestFromEdge {
    public typealias Reply = Done
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 5)
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    public var current: SecretText
    public var new: SecretText
    /// The calling session: its wrong passwords are counted separately. Nil counts by address.
    public var session: SessionID?

    enum CodingKeys: Int, CodingKey { case account = 0, current, new, session }

    public init(account: AccountID, current: SecretText, new: SecretText, session: SessionID? = nil) {
        self.account = account
        self.current = current
        self.new = new
        self.session = session
    }
}
