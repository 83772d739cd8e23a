// A person signs in with Apple.

/// Verifies an identity token of Apple and begins a session. The first sign-in makes the account: auth-session sends
/// `RecogniseAppleUser` to identity.
///
/// Errors: `invalidToken` for a token that is not Apple's, not for this app, not yet or no longer valid, or with
/// another nonce; `invalidRequest` when no audience is configured; `wrongCredentials` for a disabled account;
/// `erasurePending` for one that is to be erased, unless that is taken back;
/// `unavailable` when identity, or Apple and with it a key that is not known yet, cannot be reached.
public struct SignInWithApple: RequestFromEdge {
    public typealias Reply = SignedIn
    public static let service = ServiceName.authSession
    public static let code = MessageCode(.authSession, 15)

    /// A JWT (RFC 7519), as `ASAuthorizationAppleIDCredential.identityToken` has it.
    public var identityToken: SecretText
    /// The nonce whose SHA-256, in lower-case hexadecimal digits, the app gave to Apple; nil when it gave none.
    public var nonce: SecretText?
    /// What Apple exchanges for a token to revoke at the account's end; used only where a Services key is configured.
    public var authorizationCode: SecretText?
    /// Where Apple sent the person back to with the code, where it was a web page; nil for an app.
    public var redirectURI: String?
    public var kind: SessionKind
    /// Whether an erasure that the person asked for is taken back; nil for no.
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
