public import BaliseJSON

/// A code of the authenticator app, or a recovery code, after the refusal `SECOND_STEP_REQUIRED`: the body of POST
/// auth/second-step.
public struct TakeSecondStepRequest: JSONConvertible, Hashable {
    /// The `ticket` of that refusal.
    public var ticket: SecretText
    /// Six digits, perhaps with spaces; nil with a recovery code.
    public var code: SecretText?
    /// Sixteen letters and digits, with or without hyphens; nil with a code of the app.
    public var recoveryCode: SecretText?

    /// Makes a body of these members; nil leaves one out.
    public init(ticket: SecretText, code: SecretText? = nil, recoveryCode: SecretText? = nil) {
        self.ticket = ticket
        self.code = code
        self.recoveryCode = recoveryCode
    }
}
