public import BaliseJSON

/// The address that gets a code if an account has confirmed it: the body of POST auth/email-code/request.
public struct EmailSignInRequest: JSONConvertible, Hashable {
    /// The e-mail address.
    public var email: String

    /// Makes a body of these members.
    public init(email: String) { self.email = email }
}

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

/// The code from the e-mail: the body of POST users/me/email/verification/confirm and of POST users/me/email/confirm.
public struct ConfirmEmailRequest: JSONConvertible, Hashable {
    /// The digits.
    public var code: SecretText

    /// Makes a body of these members.
    public init(code: SecretText) { self.code = code }
}

/// A new e-mail address: the body of POST users/me/email. If the session did not begin within the last five minutes, it
/// needs one of the proofs of ``RequestErasureRequest``.
public struct ChangeEmailRequest: JSONConvertible, Hashable {
    /// The new address, which gets the code.
    public var email: String
    /// The password; nil for another proof.
    public var password: SecretText?
    /// A code sent to the old address (POST users/me/proof-code); nil for another proof.
    public var emailCode: SecretText?
    /// A JWT that Apple issued within the last five minutes; nil for another proof.
    public var identityToken: SecretText?
    /// The text whose SHA-256, in hexadecimal digits, the app gave to the system; nil when it gave none.
    public var nonce: SecretText?
    /// The authenticator's answer to a challenge of POST users/me/passkeys/proof; nil for another proof.
    public var passkey: PasskeyProof?

    /// Makes a body of these members; nil leaves one out.
    public init(
        email: String, password: SecretText? = nil, emailCode: SecretText? = nil,
        identityToken: SecretText? = nil, nonce: SecretText? = nil, passkey: PasskeyProof? = nil
    ) {
        self.email = email
        self.password = password
        self.emailCode = emailCode
        self.identityToken = identityToken
        self.nonce = nonce
        self.passkey = passkey
    }

    /// The proof of the user's identity.
    public var proof: RequestErasureRequest {
        RequestErasureRequest(
            password: password, identityToken: identityToken, nonce: nonce, passkey: passkey, emailCode: emailCode)
    }
}
