// A person signs in with the code that was sent to their e-mail address.

/// Finds the account of a person who shows the code that was sent to their address, and notes the sign-in on it. Where the
/// account takes a second step, the code is the first one and used up, and nothing is noted (`VerifiedAccount.firstStep`).
///
/// Errors: `invalidRequest` for what cannot be a code, or no address; `codeMismatch` for whatever else is wrong (the log says what), an address that nobody here has included, after the
/// same work; `erasurePending` for the right code of an account that is to be erased, unless that is taken back.
public struct VerifyEmailCode: ServiceRequest {
    public typealias Reply = VerifiedAccount
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 64)
    /// Codes are shown to auth-session alone, which makes the session.
    public static let senders: Set<ServiceName> = [.authSession]
    public var routingKey: RoutingKey? { RoutingKey(name: email) }

    public var email: Personal<String>
    /// Eight digits.
    public var emailCode: SecretText
    /// Whether an erasure that the person asked for is taken back; nil for no.
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
