public import BaliseJSON

/// A proof of the user's identity: the body of DELETE users/me, POST users/me/export, DELETE users/me/totp and POST
/// users/me/totp/recovery-codes. A session that began within the last five minutes needs none. Otherwise it is the
/// password, a code by e-mail, an identity token of Apple, or a passkey of the account.
public struct RequestErasureRequest: JSONConvertible, Hashable {
    /// The password; nil for another proof.
    public var password: SecretText?
    /// A JWT that Apple issued within the last five minutes; nil for another proof.
    public var identityToken: SecretText?
    /// The text whose SHA-256, in hexadecimal digits, the app gave to the system; nil when it gave none.
    public var nonce: SecretText?
    /// The authenticator's answer to a challenge of POST users/me/passkeys/proof; nil for another proof.
    public var passkey: PasskeyProof?
    /// A code sent to the account's address (POST users/me/proof-code); nil for another proof.
    public var emailCode: SecretText?

    /// Makes a body of these members; nil leaves one out.
    public init(
        password: SecretText? = nil, identityToken: SecretText? = nil, nonce: SecretText? = nil,
        passkey: PasskeyProof? = nil, emailCode: SecretText? = nil
    ) {
        self.password = password
        self.identityToken = identityToken
        self.nonce = nonce
        self.passkey = passkey
        self.emailCode = emailCode
    }
}
