// What an app redeems for a session after a sign-in at an identity provider: the body of POST auth/provider.

public import BaliseJSON

/// The code with which an identity provider's person came back to the app.
public struct RedeemSignInCodeRequest: JSONConvertible, Hashable {
    /// From the address at which the app was opened again. It counts once, for five minutes.
    public var code: SecretString
    /// The text whose SHA-256 the sign-in began with (RFC 7636).
    public var codeVerifier: SecretString
    /// The password of the account that has the provider's verified address, to link the two; nil when it is not shown.
    public var password: SecretString?
    /// Whether an account of its own is made where that address belongs to another; nil means that none is.
    public var makeAccount: Bool?
    /// Whether an erasure of the account that the person asked for is taken back; nil means that it is not.
    public var cancelErasure: Bool?
    /// Whether the session's tokens change; nil means that they do.
    public var kind: TokenLife?

    /// Makes a body of these members; nil leaves one out.
    public init(
        code: SecretString, codeVerifier: SecretString, password: SecretString? = nil, makeAccount: Bool? = nil,
        cancelErasure: Bool? = nil, kind: TokenLife? = nil
    ) {
        self.code = code
        self.codeVerifier = codeVerifier
        self.password = password
        self.makeAccount = makeAccount
        self.cancelErasure = cancelErasure
        self.kind = kind
    }

    /// What is said to an unknown `kind`.
    public static let unknownKind = JSONShapeError(.isNot("rotating or opaque"), at: CodingKeys.kind)
}
