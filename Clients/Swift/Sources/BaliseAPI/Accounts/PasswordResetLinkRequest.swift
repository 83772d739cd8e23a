public import BaliseJSON

/// The address that gets a link if an account has it: the body of POST auth/forgot-password and forgot-password-logs.
public struct PasswordResetLinkRequest: JSONConvertible, Hashable {
    /// The e-mail address.
    public var email: String

    /// Makes a body of these members.
    public init(email: String) {
        self.email = email
    }
}

/// Apps from before Balise send members of their own.
extension PasswordResetLinkRequest: JSONOpenObject {}
