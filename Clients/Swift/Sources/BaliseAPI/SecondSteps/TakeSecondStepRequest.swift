// What finishes a sign-in that takes two steps: the body of POST auth/second-step.

public import BaliseJSON

/// A code of the app, or a recovery code, for a sign-in that was answered `SECOND_STEP_REQUIRED`.
public struct TakeSecondStepRequest: JSONConvertible, Hashable {
    /// The `ticket` of that answer.
    public var ticket: SecretString
    /// Six digits, perhaps with spaces; nil to show a recovery code.
    public var code: SecretString?
    /// Sixteen letters and digits, with or without hyphens; nil to show a code of the app.
    public var recoveryCode: SecretString?

    /// Makes a body of these members; nil leaves one out.
    public init(ticket: SecretString, code: SecretString? = nil, recoveryCode: SecretString? = nil) {
        self.ticket = ticket
        self.code = code
        self.recoveryCode = recoveryCode
    }
}
