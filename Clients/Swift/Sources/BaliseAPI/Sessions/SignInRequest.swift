// What a person signs in with: the body of POST auth/login and auth/authenticate.

public import BaliseJSON

/// A name and a password. Whoever says a `username` gets tokens that change and has to refresh them; whoever says an
/// `email` gets one token that lives as long as the session.
public struct SignInRequest: JSONConvertible, Hashable {
    /// Counts first where both names are given.
    public var username: String?
    /// The address for electronic mail.
    public var email: String?
    /// The password, as the person has typed it.
    public var password: SecretString
    /// Whether the session is to outlive a few days without use; nil means that it is.
    public var rememberDevice: Bool?
    /// Whether an erasure of the account that the person asked for is taken back; nil means that it is not.
    public var cancelErasure: Bool?

    /// Makes a body of these members; nil leaves one out.
    public init(
        username: String? = nil, email: String? = nil, password: SecretString, rememberDevice: Bool? = nil,
        cancelErasure: Bool? = nil
    ) {
        self.username = username
        self.email = email
        self.password = password
        self.rememberDevice = rememberDevice
        self.cancelErasure = cancelErasure
    }

    /// What is said to whoever gives no name to sign in with.
    public static let missingName = JSONShapeError(missing: CodingKeys.email, or: CodingKeys.username)
}

/// Apps that are older than Balise send members of their own.
extension SignInRequest: JSONOpenObject {}
