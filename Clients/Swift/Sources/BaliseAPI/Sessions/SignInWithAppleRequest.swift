public import BaliseJSON

/// The system's result of a sign-in with Apple: the body of POST auth/apple.
public struct SignInWithAppleRequest: JSONConvertible, Hashable {
    /// The JWT.
    public var identityToken: SecretText
    /// The text whose SHA-256, in hexadecimal digits, the app gave to the system; nil when it gave none.
    public var nonce: SecretText?
    /// Lets the server inform Apple when the account is erased.
    public var authorizationCode: SecretText?
    /// The web page that Apple returned to with the code; nil for an app.
    public var redirectUri: String?
    /// Whether the session's tokens are refreshed; nil means that they are.
    public var kind: SessionKind?
    /// Whether to cancel a planned erasure of the account; nil is false.
    public var cancelErasure: Bool?

    /// Makes a body of these members; nil leaves one out.
    public init(
        identityToken: SecretText, nonce: SecretText? = nil, authorizationCode: SecretText? = nil,
        kind: SessionKind? = nil, cancelErasure: Bool? = nil, redirectUri: String? = nil
    ) {
        self.identityToken = identityToken
        self.nonce = nonce
        self.authorizationCode = authorizationCode
        self.kind = kind
        self.cancelErasure = cancelErasure
        self.redirectUri = redirectUri
    }

    /// The error for an unknown `kind`.
    public static let unknownKind = JSONShapeError(.isNot("rotating or opaque"), at: CodingKeys.kind)
}
