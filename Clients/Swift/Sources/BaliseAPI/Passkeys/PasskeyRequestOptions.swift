public import BaliseJSON

/// The options for using a passkey: the answer of POST auth/passkeys/options and POST users/me/passkeys/proof, in an
/// envelope. It is `PublicKeyCredentialRequestOptionsJSON` of W3C Web Authentication, the argument of a browser's
/// `PublicKeyCredential.parseRequestOptionsFromJSON`. For a sign-in it names no passkey: the user chooses one, and the
/// answer does not reveal who has an account.
public struct PasskeyRequestOptions: JSONConvertible, Hashable {
    /// Random, in base64url; valid once and for five minutes.
    public var challenge: String
    /// The validity of the challenge in milliseconds.
    public var timeout: Int
    /// The domain of the passkey.
    public var rpId: String
    /// `required`, or `preferred`.
    public var userVerification: String
    /// The passkeys to choose from; left out if any passkey is accepted.
    public var allowCredentials: [PasskeyDescription]?

    /// Makes a body of these members; nil leaves one out.
    public init(
        challenge: String, timeout: Int, rpId: String, userVerification: String,
        allowCredentials: [PasskeyDescription]? = nil
    ) {
        self.challenge = challenge
        self.timeout = timeout
        self.rpId = rpId
        self.userVerification = userVerification
        self.allowCredentials = allowCredentials
    }
}
