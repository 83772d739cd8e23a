// A person changes their password.

/// Replaces the password of someone who shows the current one. Ending the other sessions is the caller's choice.
///
/// Errors: `wrongCredentials` when the current one is wrong, `invalidRequest` when the new one is out of its rules,
/// `rateLimited`, `overloaded`.
public struct ChangePassword: RequestFromEdge {
    public typealias Reply = Done
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 5)
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    public var current: SecretText
    public var new: SecretText
    /// The session of who asks: its wrong passwords are counted apart from all others. Nil counts by address.
    public var session: SessionID?

    enum CodingKeys: Int, CodingKey { case account = 0, current, new, session }

    public init(account: AccountID, current: SecretText, new: SecretText, session: SessionID? = nil) {
        self.account = account
        self.current = current
        self.new = new
        self.session = session
    }
}
