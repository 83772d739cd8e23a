/// Verifies an identity token of Apple and begins a session. The first sign-in creates the account: auth-session sends
/// `RecogniseAppleUser` to identity.
///
/// Errors: `invalidToken` for a token that is not Apple's, not for this app, not yet or no longer valid, or with
/// another nonce; `invalidRequest` if no audience is configured; `wrongCredentials` for a disabled account;
/// `erasurePending` if an erasure is planned and not cancelled; `unavailable` if identity is unreachable, or Apple when
/// a new key is needed.
public struct SignInWithApple: RequestFromEdge {
    public typealias Reply = SignedIn
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 15)

    /// A JWT (RFC 7519): `ASAuthorizationAppleIDCredential.identityToken`.
    public var identityToken: SecretText
    /// The nonce whose SHA-256, in lower-case hexadecimal digits, the app gave to Apple; nil when it gave none.
    public var nonce: SecretText?
    /// Exchanged at Apple for a token that is revoked with the account; used only if a Services key is configured.
    public var authorizationCode: SecretText?
    /// The web page that Apple returned to with the code; nil for an app.
    public var redirectURI: String?
    public var kind: SessionKind
    /// Whether to cancel a planned erasure; nil for no.
    public var cancelsErasure: Bool?

    enum CodingKeys: Int, CodingKey {
        case identityToken = 0, nonce, authorizationCode, kind, cancelsErasure, redirectURI
    }

    public init(
        identityToken: SecretText, nonce: SecretText?, authorizationCode: SecretText?, kind: SessionKind,
        cancelsErasure: Bool? = nil, redirectURI: String? = nil
    ) {
        self.identityToken = identityToken
        self.nonce = nonce
        self.authorizationCode = authorizationCode
        self.kind = kind
        self.cancelsErasure = cancelsErasure
        self.redirectURI = redirectURI
    }
}
