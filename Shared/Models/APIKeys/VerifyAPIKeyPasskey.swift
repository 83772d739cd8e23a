// An operator shows a passkey of their API key.

/// Finds the API key of an operator who shows a passkey, with what it is worth now, and notes the use.
///
/// Errors: `invalidToken` for whatever is wrong with what is shown (the log says what), a passkey that nobody here has
/// and one of a key that was revoked included; `tokenExpired` for one of a key whose time is over.
public struct VerifyAPIKeyPasskey: RequestFromEdge {
    public typealias Reply = Principal
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 31)

    public var assertion: PasskeyAssertion
    public var expected: PasskeyExpectation

    enum CodingKeys: Int, CodingKey { case assertion = 0, expected }

    public init(assertion: PasskeyAssertion, expected: PasskeyExpectation) {
        self.assertion = assertion
        self.expected = expected
    }
}
