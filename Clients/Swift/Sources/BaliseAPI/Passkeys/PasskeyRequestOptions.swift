// What POST auth/passkeys/options and POST users/me/passkeys/proof answer, in an envelope.

public import BaliseJSON

/// What an authenticator needs to show a passkey: `PublicKeyCredentialRequestOptionsJSON` of W3C Web Authentication, as
/// `PublicKeyCredential.parseRequestOptionsFromJSON` of a browser takes it. To whoever signs in it names no passkey, so that
/// the person chooses one of theirs, and nobody learns who has an account.
public struct PasskeyRequestOptions: JSONConvertible, Hashable {
    /// Random, in base64url; counts for five minutes, and once.
    public var challenge: String
    /// How many milliseconds it counts.
    public var timeout: Int
    /// The domain for which the passkey was made.
    public var rpId: String
    /// `required`, or `preferred`.
    public var userVerification: String
    /// The passkeys of which one is to be shown; left out where it may be whichever the person chooses.
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
