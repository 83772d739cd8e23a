public import BaliseJSON

/// A proof of the user's identity, for an action that a session alone does not allow: erasing or exporting the account,
/// changing its e-mail address, removing the second step, or making new recovery codes. The body of DELETE users/me,
/// POST users/me/export, DELETE users/me/totp and POST users/me/totp/recovery-codes.
public struct IdentityProof: JSONConvertible, Hashable {
    /// The password; nil for another proof.
    public var password: SecretText?
    /// A JWT that Apple issued within the last five minutes; nil for another proof.
    public var identityToken: SecretText?
    /// The text whose SHA-256, in hexadecimal digits, the app gave to Apple's sheet; nil when it gave no nonce.
    public var nonce: SecretText?
    /// The authenticator's answer to a challenge of POST users/me/passkeys/proof; nil for another proof.
    public var passkey: PasskeyProof?
    /// A code sent to the account's address (POST users/me/proof-code); nil for another proof.
    public var emailCode: SecretText?

    /// The session alone as a proof: the user must have signed in within the last five minutes.
    public static let recentSignIn = IdentityProof()

    /// Creates a proof with the account's password.
    public static func password(_ password: SecretText) -> IdentityProof { IdentityProof(password: password) }

    /// Creates a proof with an identity token that Apple issued within the last five minutes. `nonce` is the text whose
    /// SHA-256 the app gave to Apple's sheet; nil when it gave no nonce.
    public static func apple(identityToken: SecretText, nonce: SecretText?) -> IdentityProof {
        IdentityProof(identityToken: identityToken, nonce: nonce)
    }

    /// Creates a proof with an authenticator's answer to `PasskeysAPI.beginProof`, by a passkey of the account.
    public static func passkey(_ passkey: PasskeyProof) -> IdentityProof { IdentityProof(passkey: passkey) }

    /// Creates a proof with a code that `AccountsAPI.requestProofCode()` sent to the account's confirmed address.
    public static func emailCode(_ code: SecretText) -> IdentityProof { IdentityProof(emailCode: code) }
}
