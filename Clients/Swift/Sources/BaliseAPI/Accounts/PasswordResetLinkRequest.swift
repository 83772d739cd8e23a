// Who has forgotten their password: the body of POST auth/forgot-password and forgot-password-logs.

public import BaliseJSON

/// The address to which a link is sent, if an account has it.
public struct PasswordResetLinkRequest: JSONConvertible, Hashable {
    /// The address for electronic mail.
    public var email: String

    /// Makes a body of these members.
    public init(email: String) {
        self.email = email
    }
}

/// Apps that are older than Balise send members of their own.
extension PasswordResetLinkRequest: JSONOpenObject {}
