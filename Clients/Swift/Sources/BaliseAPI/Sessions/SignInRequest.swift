public import BaliseJSON

/// A name and a password: the body of POST auth/login and auth/authenticate. With a `username` the session's tokens are
/// refreshed. With an `email` one token is valid for the whole session.
public struct SignInRequest: JSONConvertible, Hashable {
    /// Takes precedence over `email`.
    public var username: String?
    /// The e-mail address.
    public var email: String?
    /// The password, as the user typed it.
    public var password: SecretText
    /// Whether the session survives a long time without use: by default 365 days instead of 30. Nil is true.
    public var rememberDevice: Bool?
    /// Whether to cancel a planned erasure of the account; nil is false.
    public var cancelErasure: Bool?

    /// Makes a body of these members; nil leaves one out.
    public init(
        username: String? = nil, email: String? = nil, password: SecretText, rememberDevice: Bool? = nil,
        cancelErasure: Bool? = nil
    ) {
        self.username = username
        self.email = email
        self.password = password
        self.rememberDevice = rememberDevice
        self.cancelErasure = cancelErasure
    }

    /// The error for a body without a name.
    public static let missingName = JSONShapeError(missing: CodingKeys.email, or: CodingKeys.username)
}

/// Apps from before Balise send members of their own.
extension SignInRequest: JSONOpenObject {}
