public import BaliseJSON
public import Foundation

/// Whether the account has a second step: the answer of GET users/me/totp in an envelope.
public struct SecondStepState: JSONConvertible, Hashable {
    /// Whether the second step is active.
    public var isActive: Bool
    /// When the second step was activated; left out if the second step is not active.
    public var confirmedAt: Date?
    /// When a code of the app was last used; left out if the second step is not active.
    public var lastUsedAt: Date?
    /// The number of unused recovery codes.
    public var recoveryCodesLeft: Int

    public init(isActive: Bool, confirmedAt: Date? = nil, lastUsedAt: Date? = nil, recoveryCodesLeft: Int) {
        (self.isActive, self.confirmedAt) = (isActive, confirmedAt)
        (self.lastUsedAt, self.recoveryCodesLeft) = (lastUsedAt, recoveryCodesLeft)
    }
}

/// A code of the authenticator app that was just set up: the body of POST users/me/totp/confirm.
public struct ConfirmSecondStepRequest: JSONConvertible, Hashable {
    /// The code: six digits, perhaps with spaces.
    public var code: SecretText

    public init(code: SecretText) { self.code = code }
}

/// A code of the authenticator app or a recovery code, after `SECOND_STEP_REQUIRED`: the body of POST auth/second-step.
public struct TakeSecondStepRequest: JSONConvertible, Hashable {
    /// The `ticket` from the refusal `SECOND_STEP_REQUIRED`.
    public var ticket: SecretText
    /// The code of the app, six digits, perhaps with spaces; nil if `recoveryCode` is given.
    public var code: SecretText?
    /// The recovery code, sixteen letters and digits, with or without hyphens; nil if `code` is given.
    public var recoveryCode: SecretText?

    public init(ticket: SecretText, code: SecretText? = nil, recoveryCode: SecretText? = nil) {
        (self.ticket, self.code, self.recoveryCode) = (ticket, code, recoveryCode)
    }
}
