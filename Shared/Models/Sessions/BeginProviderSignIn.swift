/// Creates the address of a sign-in at an identity provider (OpenID Connect Core 1.0, section 3.1.2.1), by the code
/// flow with PKCE (RFC 7636). Nothing is stored: the address's `state` contains the encrypted parameters.
///
/// Errors: `notFound` for an unknown provider; `invalidRequest` for a redirect address that is not registered, or an
/// invalid challenge; `unavailable` if the provider's configuration cannot be read.
public struct BeginProviderSignIn: RequestFromEdge {
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 80)
    public static let isIdempotent = true

    /// The operator's name of the provider.
    public var provider: String
    /// The address at this edge that the provider redirects to.
    public var callback: String
    /// The app's address, one that the operator has registered, or a page of this edge.
    public var redirectURI: String
    /// The SHA-256 of the app's verifier, in base64url.
    public var challenge: String
    /// Returned to the app unchanged; nil for none.
    public var appState: SecretText?
    /// Whether `redirectURI` is a page of this edge, which needs no registration; nil for no.
    public var isOwnPage: Bool?

    enum CodingKeys: Int, CodingKey { case provider = 0, callback, redirectURI, challenge, appState, isOwnPage }

    public init(
        provider: String, callback: String, redirectURI: String, challenge: String, appState: SecretText? = nil,
        isOwnPage: Bool? = nil
    ) {
        self.provider = provider
        self.callback = callback
        self.redirectURI = redirectURI
        self.challenge = challenge
        self.appState = appState
        self.isOwnPage = isOwnPage
    }

    public struct Reply: Codable, Sendable {
        /// The address to redirect the user to.
        public var location: SecretText
        /// A value that the user's browser must send when it returns.
        public var binding: SecretText

        enum CodingKeys: Int, CodingKey { case location = 0, binding }

        public init(location: SecretText, binding: SecretText) {
            self.location = location
            self.binding = binding
        }
    }
}
