/// Changes a profile; fields that are nil stay.
///
/// A stolen session must not be enough to take over the account, and password links go to its names. A new value of a
/// name therefore needs the current password; repeating the old value needs none.
///
/// Errors: `notFound`, `invalidRequest` for an invalid field, `duplicate` if a name is taken, `forbidden` if a name
/// would change and there is no password, `wrongCredentials` for a wrong password, `rateLimited` and `overloaded` as
/// for `ChangePassword`.
public struct UpdateProfile: RequestFromEdge {
    public typealias Reply = AccountProfile
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 4)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID
    /// The names to set; nil leaves one as it is.
    public var names: AccountNames
    public var details: ProfileDetails
    /// The current password; used only when a name changes.
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
