// By what a person shows once more who they are: the body of DELETE users/me, of POST users/me/export, of DELETE
// users/me/totp and of POST users/me/totp/recovery-codes.

public import BaliseJSON

/// A proof of who asks, where the session did not begin within the last five minutes: the account's password, a code by
/// mail, an identity token of Apple, or a passkey of the account.
public struct RequestErasureRequest: JSONConvertible, Hashable {
    /// The account's password; nil to show something else.
    public var password: SecretString?
    /// The JWT that Apple gave the app within the last five minutes; nil to show something else.
    public var identityToken: SecretString?
    /// The text whose SHA-256, in hexadecimal digits, the app gave to the system; nil when it gave none.
    public var nonce: SecretString?
    /// What an authenticator answered to a challenge of POST users/me/passkeys/proof; nil to show something else.
    public var passkey: PasskeyProof?
    /// A code that was sent to the account's address (POST users/me/proof-code); nil to show something else.
    public var emailCode: SecretString?

    /// Makes a body of these members; nil leaves one out.
    public init(
        password: SecretString? = nil, identityToken: SecretString? = nil, nonce: SecretString? = nil,
        passkey: PasskeyProof? = nil, emailCode: SecretString? = nil
    ) {
        self.password = password
        self.identityToken = identityToken
        self.nonce = nonce
        self.passkey = passkey
        self.emailCode = emailCode
    }
}
