// A person takes the second step of their sign-in.

/// Begins the session of a sign-in that was answered `secondStepNeeded`, in the kind in which it was asked for.
///
/// Errors: those of `VerifySecondStep`; `invalidToken` for a ticket that counts no more; `unavailable` when identity cannot
/// be reached.
public struct TakeSecondStep: RequestFromEdge {
    public typealias Reply = SignedIn
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 62)

    /// What the first step was answered with.
    public var ticket: SecretText
    /// Six digits of the app; nil when a recovery code is shown.
    public var shownCode: SecretText?
    public var recoveryCode: SecretText?

    enum CodingKeys: Int, CodingKey { case ticket = 0, shownCode, recoveryCode }

    public init(ticket: SecretText, shownCode: SecretText?, recoveryCode: SecretText?) {
        self.ticket = ticket
        self.shownCode = shownCode
        self.recoveryCode = recoveryCode
    }
}
