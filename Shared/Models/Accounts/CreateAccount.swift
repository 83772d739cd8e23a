/// Creates an account. Of two simultaneous requests with the same name or chosen id, one succeeds. An account has both
/// the id and the address of an Apple user (`AppleAccount`) or neither. With the sign-in method `password`, a
/// repetition with the same names and password within a minute gets the first answer, which may have been lost. Errors:
/// `invalidRequest` for an invalid name, password or field and a domain that is not allowed; `forbidden` if accounts
/// need an invitation, or an address of an allowed domain; `duplicate` if a name or the id is taken; `overloaded` when
/// too many passwords wait to be hashed.
public struct CreateAccount: ServiceRequest {
    public typealias Reply = VerifiedAccount
    public static let serviceCode = ServiceCode(.identity, 1)
    /// The edge may also send this, for APIs in which creating an account does not sign the user in.
    public static let senders: Set<ServiceName> = [.edge, .authSession]
    public var routingKey: RoutingKey? {
        (names.email ?? names.phone ?? names.username.map(Personal.init)).map(RoutingKey.init(name:))
    }

    public var signInMethod: SignInMethod
    /// The account's sign-in names: at least one, except for the sign-in method `anonymous`, which allows none.
    public var names: AccountNames
    /// The password: at least 8 and at most 1,024 characters; nil only for the sign-in method `anonymous`.
    public var password: SecretText?
    public var details: ProfileDetails
    public var id: AccountID?

    enum CodingKeys: Int, CodingKey { case signInMethod = 0, names, password, details, id }

    public init(
        signInMethod: SignInMethod, names: AccountNames, password: SecretText?, details: ProfileDetails,
        id: AccountID? = nil
    ) {
        (self.signInMethod, self.names) = (signInMethod, names)
        (self.password, self.details, self.id) = (password, details, id)
    }
}

/// Creates an account for a user. With an address it has no password, and its user gets a link for setting one. Without,
/// it has a user name and a first password, which the operator hands over. Errors: `invalidRequest` for an invalid name,
/// password or field; `duplicate` if an account has the name; `overloaded` when too many passwords wait to be hashed.
public struct InviteAccount: ServiceRequest, OperatorAct {
    public static let serviceCode = ServiceCode(.identity, 20)
    public var routingKey: RoutingKey? { (email ?? username.map(Personal.init)).map(RoutingKey.init(name:)) }
    public static func audited(in reply: Reply) -> AuditedSubject? { AuditedSubject(account: reply.profile.account) }

    public struct Reply: Codable, Sendable {
        public var profile: AccountProfile
        /// When the link expires; nil without a link.
        public var expiresAt: UnixTime?
        /// The file on the server in which the identity service stored the message; nil if a mail server is configured.
        public var messageFile: String?

        enum CodingKeys: Int, CodingKey { case profile = 0, expiresAt, messageFile }

        public init(profile: AccountProfile, expiresAt: UnixTime? = nil, messageFile: String? = nil) {
            (self.profile, self.expiresAt, self.messageFile) = (profile, expiresAt, messageFile)
        }
    }

    /// The address of an invitation; nil for an account with a user name and a password.
    public var email: Personal<String>?
    public var details: ProfileDetails
    public var username: String?
    public var password: SecretText?

    enum CodingKeys: Int, CodingKey { case email = 0, details, username, password }

    public init(email: Personal<String>, details: ProfileDetails = ProfileDetails()) {
        self.init(email: email, username: nil, password: nil, details: details)
    }

    public init(
        email: Personal<String>? = nil, username: String?, password: SecretText?,
        details: ProfileDetails = ProfileDetails()
    ) {
        (self.email, self.details, self.username, self.password) = (email, details, username, password)
    }
}

/// Changes a person's names and language. The sign-in names stay: only the user can change them, with a proof. Errors:
/// `notFound`; `invalidRequest` for an invalid field.
public struct EditAccount: ServiceRequest, OperatorAct, RequestByAccount, IdempotentRequest {
    public typealias Reply = AccountProfile
    public static let serviceCode = ServiceCode(.identity, 148)

    public var account: AccountID
    /// The first, last and display name and the locale; nil leaves one as it is.
    public var details: ProfileDetails

    enum CodingKeys: Int, CodingKey { case account = 0, details }

    public init(account: AccountID, details: ProfileDetails) { (self.account, self.details) = (account, details) }
}

/// Closes or reopens an account. Closing ends the account's sessions. Errors: `notFound`.
public struct SetAccountStatus: ServiceRequest, OperatorAct, RequestByAccount, IdempotentRequest {
    public static let serviceCode = ServiceCode(.identity, 8)
    public var ends: EndedCredentials { .ofAccounts() }
    public var nameInAudit: String { status == .active ? "EnableAccount" : "DisableAccount" }
    public var neededScopes: [APIKeyScope] { .assistants }

    public var account: AccountID
    public var status: AccountStatus

    enum CodingKeys: Int, CodingKey { case account = 0, status }

    public init(account: AccountID, status: AccountStatus) { (self.account, self.status) = (account, status) }
}
