public import BaliseJSON

/// An address and the code that was sent there: the body of POST auth/email-code/verify.
public struct SignInWithEmailCodeRequest: JSONConvertible, Hashable {
    /// The e-mail address.
    public var email: String
    /// The digits.
    public var code: SecretText
    /// Whether the session survives a long time without use: by default 365 days instead of 30. Nil is true.
    public var rememberDevice: Bool?
    /// Whether to cancel a planned erasure of the account; nil is false.
    public var cancelErasure: Bool?
    /// Whether the session's tokens are refreshed; nil means that they are.
    public var kind: SessionKind?

    /// Makes a body of these members; nil leaves one out.
    public init(
        email: String, code: SecretText, rememberDevice: Bool? = nil, cancelErasure: Bool? = nil,
        kind: SessionKind? = nil
    ) {
        self.email = email
        self.code = code
        self.rememberDevice = rememberDevice
        self.cancelErasure = cancelErasure
        self.kind = kind
    }

    /// The error for an unknown `kind`.
    public static let unknownKind = JSONShapeError(.isNot("rotating or opaque"), at: CodingKeys.kind)
}
