// An account is made, by a person with a password or by an app, anonymous.

/// Makes an account. Of two requests at once with the same name, or the same chosen id, only one makes it.
///
/// Ids and addresses that are derived from Apple users (`AppleAccount`) belong together: an account has both or
/// neither.
///
/// With the sign-in method `password`, the same names and password again within a minute of the account's making get
/// the first answer again, since that may have been lost.
///
/// Errors: `invalidRequest` for a name, password or field out of its rules and for an address of a domain that the operator
/// has not named, `forbidden` where an account takes an invitation, or such an address, `duplicate` when a name or the id belongs
/// to another account, `overloaded` when too many passwords are waiting to be hashed.
public struct CreateAccount: ServiceRequest {
    public typealias Reply = VerifiedAccount
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 1)
    /// The edge makes the accounts of those APIs that sign nobody in.
    public static let senders: Set<ServiceName> = [.edge, .authSession]
    public var routingKey: RoutingKey? {
        (names.email ?? names.phone ?? names.username.map(Personal.init)).map(RoutingKey.init(name:))
    }

    public var signInMethod: SignInMethod
    /// At least one of them, but with the sign-in method `anonymous`, which takes none.
    public var names: AccountNames
    /// At least 8 characters, at most 1,024 bytes; nil only with the sign-in method `anonymous`.
    public var password: SecretText?
    public var details: ProfileDetails
    /// The id that the app wishes for; nil lets identity choose one.
    public var id: AccountID?

    enum CodingKeys: Int, CodingKey { case signInMethod = 0, names, password, details, id }

    public init(
        signInMethod: SignInMethod, names: AccountNames, password: SecretText?, details: ProfileDetails,
        id: AccountID? = nil
    ) {
        self.signInMethod = signInMethod
        self.names = names
        self.password = password
        self.details = details
        self.id = id
    }
}
