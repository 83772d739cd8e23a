// What a person sets a new password with: the body of POST auth/reset-password.

public import BaliseJSON

/// A new password, and the link by which its person is known.
public struct ResetPasswordRequest: JSONConvertible, Hashable {
    /// The token of the link that was sent.
    public var token: SecretString
    /// The password from now on.
    public var newPassword: SecretString

    /// Makes a body of these members.
    public init(token: SecretString, newPassword: SecretString) {
        self.token = token
        self.newPassword = newPassword
    }
}

/// Apps that are older than Balise send members of their own.
extension ResetPasswordRequest: JSONOpenObject {}
