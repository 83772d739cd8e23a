/// Finds the account for an e-mail code and records the sign-in. If the account has a second step, the code is the
/// first one and is used up, and nothing is recorded (`VerifiedAccount.firstStep`).
///
/// Errors: `invalidRequest` for a malformed code or address; `codeMismatch` for every other failure (the log names it),
/// including an unknown address, after the same work; `erasurePending` for the right code if an erasure is planned and
/// not cancelled.
public struct VerifyEmailCode: ServiceRequest {
    public typealias Reply = VerifiedAccount
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 64)
    /// Only auth-session handles codes, because it creates the session.
    public static let senders: Set<ServiceName> = [.authSession]
    public var routingKey: RoutingKey? { RoutingKey(name: email) }

    public var email: Personal<String>
    /// Eight digits.
    public var emailCode: SecretText
    /// Whether to cancel a planned erasure; nil for no.
    public var cancelsErasure: Bool?
    /// As in `VerifyPassword`.
    public var takesSecondStep: Bool?

    enum CodingKeys: Int, CodingKey { case email = 0, emailCode, cancelsErasure, takesSecondStep }

    public init(
        email: Personal<String>, emailCode: SecretText, cancelsErasure: Bool? = nil, takesSecondStep: Bool? = nil
    ) {
        self.email = email
        self.emailCode = emailCode
        self.cancelsErasure = cancelsErasure
        self.takesSecondStep = takesSecondStep
    }
}
