// The e-mail address that an account is to have: the body of POST users/me/email.

public import BaliseJSON

/// Another e-mail address for the account, and a proof of who asks, where the session did not begin within the last five
/// minutes: the account's password, a code by mail, an identity token of Apple, or a passkey of the account.
public struct ChangeEmailRequest: JSONConvertible, Hashable {
    /// The address to which a code is sent.
    public var email: String
    /// The account's password; nil to show something else.
    public var password: SecretString?
    /// A code that was sent to the address of before (POST users/me/proof-code); nil to show something else.
    public var emailCode: SecretString?
    /// The JWT that Apple gave the app within the last five minutes; nil to show something else.
    public var identityToken: SecretString?
    /// The text whose SHA-256, in hexadecimal digits, the app gave to the system; nil when it gave none.
    public var nonce: SecretString?
    /// What an authenticator answered to a challenge of POST users/me/passkeys/proof; nil to show something else.
    public var passkey: PasskeyProof?

    /// Makes a body of these members; nil leaves one out.
    public init(
        email: String, password: SecretString? = nil, emailCode: SecretString? = nil,
        identityToken: SecretString? = nil, nonce: SecretString? = nil, passkey: PasskeyProof? = nil
    ) {
        self.email = email
        self.password = password
        self.emailCode = emailCode
        self.identityToken = identityToken
        self.nonce = nonce
        self.passkey = passkey
    }

    /// What it shows of who asks.
    public var proof: RequestErasureRequest {
        RequestErasureRequest(
            password: password, identityToken: identityToken, nonce: nonce, passkey: passkey, emailCode: emailCode)
    }
}
