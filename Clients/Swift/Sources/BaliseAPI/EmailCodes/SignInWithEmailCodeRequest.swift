// What a person signs in with who got a code by mail: the body of POST auth/email-code/verify.

public import BaliseJSON

/// An address, and the code that was sent there.
public struct SignInWithEmailCodeRequest: JSONConvertible, Hashable {
    /// The address for electronic mail.
    public var email: String
    /// The digits.
    public var code: SecretString
    /// Whether the session is to outlive a few days without use; nil means that it is.
    public var rememberDevice: Bool?
    /// Whether an erasure of the account that the person asked for is taken back; nil means that it is not.
    public var cancelErasure: Bool?
    /// Whether the session's tokens change; nil means that they do.
    public var kind: TokenLife?

    /// Makes a body of these members; nil leaves one out.
    public init(
        email: String, code: SecretString, rememberDevice: Bool? = nil, cancelErasure: Bool? = nil,
        kind: TokenLife? = nil
    ) {
        self.email = email
        self.code = code
        self.rememberDevice = rememberDevice
        self.cancelErasure = cancelErasure
        self.kind = kind
    }

    /// What is said to an unknown `kind`.
    public static let unknownKind = JSONShapeError(.isNot("rotating or opaque"), at: CodingKeys.kind)
}
