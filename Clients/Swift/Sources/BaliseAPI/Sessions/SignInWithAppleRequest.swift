// What a person signs in with who comes from Apple: the body of POST auth/apple.

public import BaliseJSON

/// What the system gave the app when its person signed in with Apple.
public struct SignInWithAppleRequest: JSONConvertible, Hashable {
    /// The JWT.
    public var identityToken: SecretString
    /// The text whose SHA-256, in hexadecimal digits, the app gave to the system; nil when it gave none.
    public var nonce: SecretString?
    /// With it the server can tell Apple when the account is erased.
    public var authorizationCode: SecretString?
    /// Where Apple sent the person back to with the code, where they came by a web page; nil for an app.
    public var redirectUri: String?
    /// Whether the session's tokens change; nil means that they do.
    public var kind: TokenLife?
    /// Whether an erasure of the account that the person asked for is taken back; nil means that it is not.
    public var cancelErasure: Bool?

    /// Makes a body of these members; nil leaves one out.
    public init(
        identityToken: SecretString, nonce: SecretString? = nil, authorizationCode: SecretString? = nil,
        kind: TokenLife? = nil, cancelErasure: Bool? = nil, redirectUri: String? = nil
    ) {
        self.identityToken = identityToken
        self.nonce = nonce
        self.authorizationCode = authorizationCode
        self.kind = kind
        self.cancelErasure = cancelErasure
        self.redirectUri = redirectUri
    }

    /// What is said to an unknown `kind`.
    public static let unknownKind = JSONShapeError(.isNot("rotating or opaque"), at: CodingKeys.kind)
}
