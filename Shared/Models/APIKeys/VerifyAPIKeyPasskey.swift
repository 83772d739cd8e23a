/// Finds the API key of a passkey with its current rights, and records the use.
///
/// Errors: `invalidToken` for any failed check (the log names it), an unknown passkey and a revoked key; `tokenExpired`
/// for an expired key.
public struct VerifyAPIKeyPasskey: RequestFromEdge {
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 31)

    public struct Reply: Codable, Sendable {
        public var principal: Principal
        /// Valid for as long as the longest session of the console (`OperatorCredential.passkey`).
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
