public import BaliseJSON

/// A new password and the token of a reset link: the body of POST auth/reset-password.
public struct ResetPasswordRequest: JSONConvertible, Hashable {
    /// The token in the link.
    public var token: SecretText
    /// The new password.
    public var newPassword: SecretText

    /// Makes a body of these members.
    public init(token: SecretText, newPassword: SecretText) {
        self.token = token
        self.newPassword = newPassword
    }
}

/// Apps from before Balise send members of their own.
extension ResetPasswordRequest: JSONOpenObject {}
