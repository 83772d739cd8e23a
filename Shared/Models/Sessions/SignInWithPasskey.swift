/// Begins a session with a passkey.
///
/// Errors: those of `VerifyPasskey`; `unavailable` if identity is unreachable.
public struct SignInWithPasskey: RequestFromEdge {
    public typealias Reply = SignedIn
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 70)

    public var assertion: PasskeyAssertion
    public var kind: SessionKind
    /// Whether the session may be unused for long; nil for yes.
    public var isRemembered: Bool?

    /// As in `VerifyPasskey`.
    public var cancelsErasure: Bool?

    enum CodingKeys: Int, CodingKey { case assertion = 0, kind, isRemembered, cancelsErasure }

    public init(
        assertion: PasskeyAssertion, kind: SessionKind, isRemembered: Bool? = nil, cancelsErasure: Bool? = nil
    ) {
        self.assertion = assertion
        self.kind = kind
        self.isRemembered = isRemembered
        self.cancelsErasure = cancelsErasure
    }
}
