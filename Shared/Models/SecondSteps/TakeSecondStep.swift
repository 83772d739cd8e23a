/// Begins the session of a sign-in that was answered with `secondStepNeeded`, with the kind of that sign-in.
///
/// Errors: those of `VerifySecondStep`; `invalidToken` for an expired ticket; `unavailable` if identity is unreachable.
public struct TakeSecondStep: RequestFromEdge {
    public typealias Reply = SignedIn
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 62)

    /// From the answer to the first step.
    public var ticket: SecretText
    /// Six digits of the app; nil with a recovery code.
    public var shownCode: SecretText?
    public var recoveryCode: SecretText?

    enum CodingKeys: Int, CodingKey { case ticket = 0, shownCode, recoveryCode }

    public init(ticket: SecretText, shownCode: SecretText?, recoveryCode: SecretText?) {
        self.ticket = ticket
        self.shownCode = shownCode
        self.recoveryCode = recoveryCode
    }
}
