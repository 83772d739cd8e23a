// A person begins to sign in at an identity provider.

/// Makes the address at which a person signs in at an identity provider (OpenID Connect Core 1.0, section 3.1.2.1), by
/// the code flow with PKCE (RFC 7636). Nothing is stored: all that is needed later is sealed in the address's `state`.
///
/// Errors: `notFound` for a provider that nobody signs in at; `invalidRequest` for a redirect address that is not
/// registered, or a challenge that is none; `unavailable` when the provider cannot be asked for its addresses.
public struct BeginProviderSignIn: RequestFromEdge {
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 80)
    public static let isIdempotent = true

    /// What the operator calls the provider.
    public var provider: String
    /// Where the provider sends the person back to: an address of this edge.
    public var callback: String
    /// Where the app waits for the person; one of those that the operator has registered, or a page of this edge.
    public var redirectURI: String
    /// The SHA-256 of the app's verifier, in base64url.
    public var challenge: String
    /// What the app gets back as it is; nil for nothing.
    public var appState: SecretText?
    /// Whether `redirectURI` is a page of this edge, which no operator has to register; nil for no.
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
        /// Where the person goes on.
        public var location: SecretText
        /// What their browser has to show when it comes back.
        public var binding: SecretText

        enum CodingKeys: Int, CodingKey { case location = 0, binding }

        public init(location: SecretText, binding: SecretText) {
            self.location = location
            self.binding = binding
        }
    }
}
