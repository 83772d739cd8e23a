public import BaliseJSON

/// The code from the e-mail: the body of POST users/me/email/verification/confirm and of POST users/me/email/confirm.
public struct ConfirmEmailRequest: JSONConvertible, Hashable {
    /// The digits.
    public var code: SecretText

    /// Makes a body of these members.
    public init(code: SecretText) {
        self.code = code
    }
}
