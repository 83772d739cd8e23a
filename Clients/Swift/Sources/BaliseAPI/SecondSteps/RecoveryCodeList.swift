public import BaliseJSON

/// The recovery codes, each valid once: the answer of POST users/me/totp/confirm and POST users/me/totp/recovery-codes,
/// in an envelope. The server shows them only here.
public struct RecoveryCodeList: JSONConvertible, Hashable {
    /// Ten of them.
    public var recoveryCodes: [SecretText]

    /// Makes a body of this member.
    public init(recoveryCodes: [SecretText]) { self.recoveryCodes = recoveryCodes }
}
