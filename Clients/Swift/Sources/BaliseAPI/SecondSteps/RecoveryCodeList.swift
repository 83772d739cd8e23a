// What POST users/me/totp/confirm and POST users/me/totp/recovery-codes answer, in an envelope.

public import BaliseJSON

/// The codes that stand in for an app that is lost, each once. They are shown here and never again.
public struct RecoveryCodeList: JSONConvertible, Hashable {
    /// Ten of them.
    public var recoveryCodes: [SecretString]

    /// Makes a body of this member.
    public init(recoveryCodes: [SecretString]) { self.recoveryCodes = recoveryCodes }
}
