public import BaliseJSON

/// A new e-mail address: the body of POST users/me/email. If the session did not begin within the last five minutes, it
/// needs a proof of the user's identity: the password, a code by e-mail, an identity token of Apple, or a passkey of
/// the account.
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
