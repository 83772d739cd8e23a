/// Reads an account. Errors: `notFound`.
public struct GetProfile: ServiceRequest, RequestByAccount, IdempotentRequest {
    public typealias Reply = AccountProfile
    public static let serviceCode = ServiceCode(.identity, 3)
    public static let senders: Set<ServiceName> = [.edge, .authSession]

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) { self.account = account }
}

/// Finds an account by a sign-in name or by its id. Users choose names, and some choose ids, so a text may be the id of
/// one account and a name of another. Errors: `notFound`; `conflict` if the text matches two accounts and `by` is nil.
public struct FindAccount: RequestFromEdge, IdempotentRequest {
    public typealias Reply = AccountProfile
    public static let serviceCode = ServiceCode(.identity, 10)
    public var routingKey: RoutingKey? { RoutingKey(name: login) }

    public var login: Personal<String>

    /// The kind of text in `login`; nil for an id or any sign-in name.
    public var by: AccountLookup?

    enum CodingKeys: Int, CodingKey { case login = 0, by }

    public init(login: Personal<String>, by: AccountLookup? = nil) { (self.login, self.by) = (login, by) }
}

/// The kind of text that finds an account. Operators see the raw value.
public enum AccountLookup: String, Codable, Sendable, CaseIterable {
    case id
    case name
}

/// Changes a profile. Fields that are nil stay. A stolen session must not be enough to take over the account, so a new
/// sign-in name needs the current password: password links are sent to these names. Errors: `notFound`;
/// `invalidRequest`; `duplicate` if a name is taken; `forbidden` if a name would change and there is no password;
/// `wrongCredentials`; `rateLimited` and `overloaded` as for `ChangePassword`.
public struct UpdateProfile: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public typealias Reply = AccountProfile
    public static let serviceCode = ServiceCode(.identity, 4)

    public var account: AccountID
    public var names: AccountNames
    public var details: ProfileDetails
    public var password: SecretText?
    public var session: SessionID?

    enum CodingKeys: Int, CodingKey { case account = 0, names, details, password, session }

    public init(
        account: AccountID, names: AccountNames, details: ProfileDetails, password: SecretText? = nil,
        session: SessionID? = nil
    ) {
        (self.account, self.names, self.details) = (account, names, details)
        (self.password, self.session) = (password, session)
    }
}
