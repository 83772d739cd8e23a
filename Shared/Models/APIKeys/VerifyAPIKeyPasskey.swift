// An operator shows a passkey of their API key.

/// Finds the API key of an operator who shows a passkey, with what it is worth now, and notes the use.
///
/// Errors: `invalidToken` for whatever is wrong with what is shown (the log says what), a passkey that nobody here has
/// and one of a key that was revoked included; `tokenExpired` for one of a key whose time is over.
public struct VerifyAPIKeyPasskey: RequestFromEdge {
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 31)

    /// The key, and what its operator shows from now on.
    public struct Reply: Codable, Sendable {
        public var principal: Principal
        /// Counts for as long as a session of the console lasts at most (`OperatorCredential.passkey`).
        public var secret: SecretText

        enum CodingKeys: Int, CodingKey { case principal = 0, secret }

        public init(principal: Principal, secret: SecretText) {
            self.principal = principal
            self.secret = secret
        }
    }

    public var assertion: PasskeyAssertion
    public var expected: PasskeyExpectation

    enum CodingKeys: Int, CodingKey { case assertion = 0, expected }

    public init(assertion: PasskeyAssertion, expected: PasskeyExpectation) {
        self.assertion = assertion
        self.expected = expected
    }
}
