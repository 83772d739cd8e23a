// What has the second step count: the body of POST users/me/totp/confirm.

public import BaliseJSON

/// A code of the app that was just set up.
public struct ConfirmSecondStepRequest: JSONConvertible, Hashable {
    /// Six digits, perhaps with spaces.
    public var code: SecretString

    /// Makes a body of this member.
    public init(code: SecretString) { self.code = code }
}
