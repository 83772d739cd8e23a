public import BaliseJSON

/// A code of the authenticator app that was just set up: the body of POST users/me/totp/confirm.
public struct ConfirmSecondStepRequest: JSONConvertible, Hashable {
    /// Six digits, perhaps with spaces.
    public var code: SecretText

    /// Makes a body of this member.
    public init(code: SecretText) { self.code = code }
}
