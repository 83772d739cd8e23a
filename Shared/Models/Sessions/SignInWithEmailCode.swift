/// Begins a session with an e-mail code.
///
/// Errors: those of `VerifyEmailCode`; `unavailable` if identity is unreachable.
public struct SignInWithEmailCode: RequestFromEdge {
    public typealias Reply = SignedIn
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 60)
    public var routingKey: RoutingKey? { RoutingKey(name: email) }

    public var email: Personal<String>
    public var emailCode: SecretText
    public var kind: SessionKind
    /// As in `SignIn`.
    public var isRemembered: Bool
    /// As in `VerifyEmailCode`.
    public var cancelsErasure: Bool?

    enum CodingKeys: Int, CodingKey { case email = 0, emailCode, kind, isRemembered, cancelsErasure }

    public init(
        email: Personal<String>, emailCode: SecretText, kind: SessionKind, isRemembered: Bool,
        cancelsErasure: Bool? = nil
    ) {
        self.email = email
        self.emailCode = emailCode
        self.kind = kind
        self.isRemembered = isRemembered
        self.cancelsErasure = cancelsErasure
    }
}
