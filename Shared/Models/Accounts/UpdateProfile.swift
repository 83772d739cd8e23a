// A person changes what their account says.

/// Changes what an account says about its person; what the message leaves out stays.
///
/// Whoever holds a session for a moment must not be able to take the account over. Links for new passwords go to its
/// names. So setting a name to another value needs the current password; setting the value that it has needs none.
///
/// Errors: `notFound`, `invalidRequest` for a field out of its rules, `duplicate` when a name belongs to another
/// account, `forbidden` when a name would change and there is no password, `wrongCredentials` when the password is
/// wrong, `rateLimited` and `overloaded` as for `ChangePassword`.
public struct UpdateProfile: RequestFromEdge {
    public typealias Reply = AccountProfile
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 4)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    /// Those to be set; nil leaves one as it is.
    public var names: AccountNames
    public var details: ProfileDetails
    /// The current password; looked at only when a name changes.
    public var password: SecretText?
    /// As in `ChangePassword`.
    public var session: SessionID?

    enum CodingKeys: Int, CodingKey { case account = 0, names, details, password, session }

    public init(
        account: AccountID, names: AccountNames, details: ProfileDetails, password: SecretText? = nil,
        session: SessionID? = nil
    ) {
        self.account = account
        self.names = names
        self.details = details
        self.password = password
        self.session = session
    }
}
