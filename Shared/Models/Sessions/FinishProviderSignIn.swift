// A person comes back from an identity provider.

/// Takes what an identity provider sends back with a person (OpenID Connect Core 1.0, section 3.1.2.5): exchanges its
/// code, verifies the identity token, and gives the address at which the app learns the outcome: a code that it redeems
/// with `RedeemSignInCode`, or an error of RFC 6749, section 4.1.2.1.
///
/// Errors: `invalidToken` for a state that is none, is over, was used, is another provider's, or comes in another browser:
/// then no app is known that could be told.
public struct FinishProviderSignIn: RequestFromEdge {
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 81)

    /// What the operator calls the provider.
    public var provider: String
    public var state: SecretText
    /// What the browser shows; nil when it shows nothing.
    public var binding: SecretText?
    /// Nil where there is an error.
    public var authorizationCode: SecretText?
    /// Who answers, as the answer says (RFC 9207); nil when it does not.
    public var issuer: String?
    /// Why there is no code.
    public var error: String?

    enum CodingKeys: Int, CodingKey { case provider = 0, state, binding, authorizationCode, issuer, error }

    public init(
        provider: String, state: SecretText, binding: SecretText?, authorizationCode: SecretText?,
        issuer: String? = nil, error: String? = nil
    ) {
        self.provider = provider
        self.state = state
        self.binding = binding
        self.authorizationCode = authorizationCode
        self.issuer = issuer
        self.error = error
    }

    public struct Reply: Codable, Sendable {
        /// Where the person goes on: the app's address, with what it is told.
        public var location: SecretText

        enum CodingKeys: Int, CodingKey { case location = 0 }

        public init(location: SecretText) { self.location = location }
    }
}
