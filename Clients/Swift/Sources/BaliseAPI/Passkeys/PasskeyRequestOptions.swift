// What POST auth/passkeys/options answers, in an envelope.

public import BaliseJSON

/// What an authenticator needs to show a passkey: `PublicKeyCredentialRequestOptionsJSON` of W3C Web Authentication, as
/// `PublicKeyCredential.parseRequestOptionsFromJSON` of a browser takes it. It names no passkey, so that the person
/// chooses one of theirs, and nobody learns who has an account.
public struct PasskeyRequestOptions: JSONConvertible, Hashable {
    /// Random, in base64url; counts for five minutes, and once.
    public var challenge: String
    /// How many milliseconds it counts.
    public var timeout: Int
    /// The domain for which the passkey was made.
    public var rpId: String
    /// `required`, or `preferred`.
    public var userVerification: String

    /// Makes a body of these members.
    public init(challenge: String, timeout: Int, rpId: String, userVerification: String) {
        self.challenge = challenge
        self.timeout = timeout
        self.rpId = rpId
        self.userVerification = userVerification
    }
}
