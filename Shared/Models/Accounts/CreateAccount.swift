/// Creates an account. Of two simultaneous requests with the same name or chosen id, one succeeds. An account has both the id
/// and the address of an Apple user (`AppleAccount`) or neither. With the sign-in method `password`, the same names and
/// password within a minute get the first answer again: it may have been lost. Errors: `invalidRequest` for an invalid name,
/// password or field and a domain that is not allowed; `forbidden` if accounts need an invitation or such an address;
/// `duplicate` if a name or the id is taken; `overloaded` when too many passwords wait to be hashed.
public struct CreateAccount: ServiceRequest {
    public typealias Reply = VerifiedAccount
    public static let serviceCode = ServiceCode(.identity, 1)
    /// The edge creates accounts for the APIs in which creating one is no sign-in.
    public static let senders: Set<ServiceName> = [.edge, .authSession]
    public var routingKey: RoutingKey? {
        (names.email ?? names.phone ?? names.username.map(Personal.init)).map(RoutingKey.init(name:))
    }

    public var signInMethod: SignInMethod
    /// At least one, except for the sign-in method `anonymous`, which allows none.
    public var names: AccountNames
    /// At least 8 characters, at most 1,024 bytes; nil only for the sign-in method `anonymous`.
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
