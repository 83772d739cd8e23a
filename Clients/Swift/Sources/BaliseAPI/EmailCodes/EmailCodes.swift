public import BaliseJSON

/// The address that gets a code if an account has confirmed it: the body of POST auth/email-code/request.
public struct EmailSignInRequest: JSONConvertible, Hashable {
    /// The e-mail address that the user entered.
    public var email: String

    public init(email: String) { self.email = email }
}

/// An address and the code that was sent there: the body of POST auth/email-code/verify.
public struct SignInWithEmailCodeRequest: JSONConvertible, Hashable {
    /// The e-mail address that the code was sent to.
    public var email: String
    /// The digits of the code.
    public var code: SecretText
    /// Whether the session survives a long time without use: by default 365 days instead of 30. Nil means true.
    public var rememberDevice: Bool?
    /// Whether to cancel a planned erasure of the account; nil means false.
    public var cancelErasure: Bool?
    /// Whether the session's tokens are refreshed; nil means refreshed tokens.
    public var kind: SessionKind?

    public init(
        email: String, code: SecretText, rememberDevice: Bool? = nil, cancelErasure: Bool? = nil,
        kind: SessionKind? = nil
    ) {
        (self.email, self.code) = (email, code)
        (self.rememberDevice, self.cancelErasure, self.kind) = (rememberDevice, cancelErasure, kind)
    }
}

/// The code from the e-mail: the body of POST users/me/email/verification/confirm and of POST users/me/email/confirm.
public struct ConfirmEmailRequest: JSONConvertible, Hashable {
    /// The digits of the code.
    public var code: SecretText

    public init(code: SecretText) { self.code = code }
}

/// A new e-mail address: the body of POST users/me/email.
public struct ChangeEmailRequest: JSONConvertible, Hashable {
    /// The new address, which gets the code.
    public var email: String
    /// The proof of the user's identity, required unless the session began within the last five minutes. Its members
    /// are beside `email` in the body.
    @Flattened public var proof: IdentityProof

    public init(email: String, proof: IdentityProof) {
        self.email = email
        self.proof = proof
    }
}
