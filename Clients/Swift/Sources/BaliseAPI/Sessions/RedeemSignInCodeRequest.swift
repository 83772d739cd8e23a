public import BaliseJSON

/// The code from a sign-in at an identity provider, to exchange for a session: the body of POST auth/provider.
public struct RedeemSignInCodeRequest: JSONConvertible, Hashable {
    /// From the address that reopened the app. Valid once, for five minutes.
    public var code: SecretText
    /// The text whose SHA-256 the sign-in began with (RFC 7636).
    public var codeVerifier: SecretText
    /// The password of the account that has the provider's verified address, to link the two; nil without a link.
    public var password: SecretText?
    /// Whether to create a separate account although another one has that address; nil is false.
    public var makeAccount: Bool?
    /// Whether to cancel a planned erasure of the account; nil is false.
    public var cancelErasure: Bool?
    /// Whether the session's tokens are refreshed; nil means that they are.
    public var kind: SessionKind?

    /// Makes a body of these members; nil leaves one out.
    public init(
        code: SecretText, codeVerifier: SecretText, password: SecretText? = nil, makeAccount: Bool? = nil,
        cancelErasure: Bool? = nil, kind: SessionKind? = nil
    ) {
        self.code = code
        self.codeVerifier = codeVerifier
        self.password = password
        self.makeAccount = makeAccount
        self.cancelErasure = cancelErasure
        self.kind = kind
    }

    /// The error for an unknown `kind`.
    public static let unknownKind = JSONShapeError(.isNot("rotating or opaque"), at: CodingKeys.kind)
}
