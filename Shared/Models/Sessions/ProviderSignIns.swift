/// Creates the address of a sign-in: OpenID Connect Core 1.0, section 3.1.2.1, by the code flow with PKCE (RFC 7636).
/// Nothing is stored: `state` contains the encrypted parameters. Errors: `notFound` for an unknown provider;
/// `invalidRequest` for a redirect address that is not registered, or an invalid challenge; `unavailable` if the
/// provider's configuration cannot be read.
public struct BeginProviderSignIn: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.authSession, 80)

    /// The operator's name for the provider.
    public var provider: String
    /// The address at this edge to which the provider redirects the browser.
    public var callback: String
    /// The app's address, which the operator registered, or a page of this edge.
    public var redirectURI: String
    /// The SHA-256 of the app's verifier, in base64url.
    public var challenge: String
    /// A text that is returned to the app unchanged; nil if the app sent none.
    public var appState: SecretText?
    /// Whether the address is a page of this edge, which needs no registration; nil means false.
    public var isOwnPage: Bool?

    enum CodingKeys: Int, CodingKey { case provider = 0, callback, redirectURI, challenge, appState, isOwnPage }

    public init(
        provider: String, callback: String, redirectURI: String, challenge: String, appState: SecretText? = nil,
        isOwnPage: Bool? = nil
    ) {
        (self.provider, self.callback, self.redirectURI) = (provider, callback, redirectURI)
        (self.challenge, self.appState, self.isOwnPage) = (challenge, appState, isOwnPage)
    }

    public struct Reply: Codable, Sendable {
        public var location: SecretText
        /// A value that the user's browser must send when it returns.
        public var binding: SecretText

        enum CodingKeys: Int, CodingKey { case location = 0, binding }

        public init(location: SecretText, binding: SecretText) { (self.location, self.binding) = (location, binding) }
    }
}

/// Handles the provider's answer (OpenID Connect Core 1.0, section 3.1.2.5). The reply is the app's address with a code
/// for `RedeemSignInCode`, or an error of RFC 6749, section 4.1.2.1. Errors: `invalidToken` for a state that is
/// invalid, expired or used, or belongs to another provider or browser. The app is then unknown.
public struct FinishProviderSignIn: RequestFromEdge {
    public static let serviceCode = ServiceCode(.authSession, 81)

    public var provider: String
    public var state: SecretText
    public var binding: SecretText?
    /// The provider's code; nil after an error.
    public var authorizationCode: SecretText?
    /// The issuer in the provider's answer (RFC 9207); nil if the answer names none.
    public var issuer: String?
    /// The provider's error code; nil after a success.
    public var error: String?

    enum CodingKeys: Int, CodingKey { case provider = 0, state, binding, authorizationCode, issuer, error }

    public init(
        provider: String, state: SecretText, binding: SecretText?, authorizationCode: SecretText?,
        issuer: String? = nil, error: String? = nil
    ) {
        (self.provider, self.state, self.binding) = (provider, state, binding)
        (self.authorizationCode, self.issuer, self.error) = (authorizationCode, issuer, error)
    }

    public struct Reply: Codable, Sendable {
        public var location: SecretText

        enum CodingKeys: Int, CodingKey { case location = 0 }

        public init(location: SecretText) { self.location = location }
    }
}

/// Begins the session of a user of an identity provider. The first sign-in creates an account, unless an account has
/// the provider's verified address: then that account's password links it to the provider. Errors: `invalidToken` for a
/// code that is invalid, expired or used, or belongs to another verifier; `duplicate` if an account has the address and
/// no password was sent; with a password those of `VerifyPassword`; those of `RecogniseIssuedUser`; `unavailable`.
public struct RedeemSignInCode: RequestFromEdge {
    public typealias Reply = SignedIn
    public static let serviceCode = ServiceCode(.authSession, 82)

    public var signInCode: SecretText
    /// The verifier of RFC 7636, whose challenge began the sign-in.
    public var verifier: SecretText
    public var kind: SessionKind
    /// The password of the account that has the provider's verified address, to link that account; nil to link nothing.
    public var password: SecretText?
    /// Whether to create an account although another account has the address; nil means false.
    public var makesAccount: Bool?
    public var cancelsErasure: Bool?
    /// Whether the session survives a long time without use; nil means true.
    public var isRemembered: Bool?

    enum CodingKeys: Int, CodingKey {
        case signInCode = 0, verifier, kind, password, makesAccount, cancelsErasure, isRemembered
    }

    public init(
        signInCode: SecretText, verifier: SecretText, kind: SessionKind, password: SecretText? = nil,
        makesAccount: Bool? = nil, cancelsErasure: Bool? = nil, isRemembered: Bool? = nil
    ) {
        (self.signInCode, self.verifier, self.kind) = (signInCode, verifier, kind)
        (self.password, self.makesAccount) = (password, makesAccount)
        (self.cancelsErasure, self.isRemembered) = (cancelsErasure, isRemembered)
    }
}

/// Handles a notification of Apple. A withdrawn consent ends the account's sessions; a deleted Apple account erases the
/// account. Other notifications are ignored. Errors: `invalidToken` if it is not signed by Apple for this app;
/// `unavailable` as for `SignInWithApple`: Apple then sends it again.
public struct TakeAppleNotification: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.authSession, 16)
    public var ends: EndedCredentials { .ofAccounts() }

    /// The signed payload from Apple, a JWT.
    public var payload: SecretText

    enum CodingKeys: Int, CodingKey { case payload = 0 }

    public init(payload: SecretText) { self.payload = payload }
}

/// Handles a logout token by OpenID Connect Back-Channel Logout 1.0, section 2.6: ends the session of a `sid`, or all
/// sessions of a `sub` at this issuer. Tokens that were issued for them before stay refused. Errors: `invalidRequest`
/// if it is no logout token of a trusted issuer; `unavailable` if the issuer is unreachable and its key is needed.
public struct TakeLogoutToken: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.authSession, 22)
    public var ends: EndedCredentials { .announced() }

    /// The logout token, a JWT (RFC 7519).
    public var token: SecretText

    enum CodingKeys: Int, CodingKey { case token = 0 }

    public init(token: SecretText) { self.token = token }
}
