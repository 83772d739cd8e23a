// A person signs in with a passkey.

/// Recognises a person by a passkey and begins a session.
///
/// Errors: those of `VerifyPasskey`; `unavailable` when identity cannot be reached.
public struct SignInWithPasskey: RequestFromEdge {
    public typealias Reply = SignedIn
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 70)

    public var assertion: PasskeyAssertion
    public var kind: SessionKind

    enum CodingKeys: Int, CodingKey { case assertion = 0, kind }

    public init(assertion: PasskeyAssertion, kind: SessionKind) {
        self.assertion = assertion
        self.kind = kind
    }
}
