// A person shows a password.

/// Finds the account of a person who shows a password, and notes the sign-in on it as the door's policy allows.
///
/// Errors: `wrongCredentials` for a wrong password, an unknown name and a disabled account alike, in the same time;
/// `rateLimited` after failures for this name, with growing delays; `overloaded` when too many passwords are waiting.
public struct VerifyPassword: ServiceRequest {
    public typealias Reply = VerifiedAccount
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 2)

    public var door: Door
    /// A user name, an e-mail address or a phone number.
    public var login: Personal<String>
    public var password: SecretText

    enum CodingKeys: Int, CodingKey { case door = 0, login, password }

    public init(door: Door, login: Personal<String>, password: SecretText) {
        self.door = door
        self.login = login
        self.password = password
    }
}

/// An account whose owner was just recognised.
public struct VerifiedAccount: Codable, Sendable {
    public var profile: AccountProfile
    /// By the clock of identity, like `AccountChange.sessionsEndBefore`.
    public var verifiedAt: UnixTime

    enum CodingKeys: Int, CodingKey { case profile = 0, verifiedAt }

    public init(profile: AccountProfile, verifiedAt: UnixTime) {
        self.profile = profile
        self.verifiedAt = verifiedAt
    }
}
