// The code that was sent to an e-mail address: the body of POST users/me/email/verification/confirm and of
// POST users/me/email/confirm.

public import BaliseJSON

/// The code that came to the person's letterbox.
public struct ConfirmEmailRequest: JSONConvertible, Hashable {
    /// The digits.
    public var code: SecretString

    /// Makes a body of these members.
    public init(code: SecretString) {
        self.code = code
    }
}
