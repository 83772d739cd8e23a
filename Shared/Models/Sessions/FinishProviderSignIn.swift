/// Handles an identity provider's answer (OpenID Connect Core 1.0, section 3.1.2.5): exchanges its code and verifies
/// the identity token. The reply is the app's address with the result: a code for `RedeemSignInCode`, or an error of
/// RFC 6749, section 4.1.2.1.
///
/// Errors: `invalidToken` for a state that is invalid, expired, used, of another provider, or from another browser:
/// then the app is unknown.
public struct FinishProviderSignIn: RequestFromEdge {
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 81)

    /// The operator's name of the provider.
    public var provider: String
    public var state: SecretText
    /// The value from the browser; nil for none.
    public var binding: SecretText?
    /// Nil after an error.
    public var authorizationCode: SecretText?
    /// The issuer in the answer (RFC 9207); nil for none.
    public var issuer: String?
    /// The provider's error code; nil after a success.
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
        /// The app's address with the result.
        public var location: SecretText

        enum CodingKeys: Int, CodingKey { case location = 0 }

        public init(location: SecretText) { self.location = location }
    }
}
