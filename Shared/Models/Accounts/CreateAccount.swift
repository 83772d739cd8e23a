// An account is made, with a password.

/// Makes an account with a password. Two at once with one name make one account.
///
/// Errors: `invalidRequest` for a name, password or field out of its rules, `duplicate` when a name belongs to another
/// account, `overloaded` when too many passwords are waiting to be hashed.
public struct CreateAccount: ServiceRequest {
    public typealias Reply = VerifiedAccount
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 1)

    public var door: Door
    /// At least one of them.
    public var names: AccountNames
    /// 6 to 1,024 bytes.
    public var password: SecretText
    public var details: ProfileDetails

    enum CodingKeys: Int, CodingKey { case door = 0, names, password, details }

    public init(door: Door, names: AccountNames, password: SecretText, details: ProfileDetails) {
        self.door = door
        self.names = names
        self.password = password
        self.details = details
    }
}
