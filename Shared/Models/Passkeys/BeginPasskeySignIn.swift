/// Creates the options for a sign-in with a passkey. It names no account: the user chooses one in the authenticator.
/// Nothing is stored; the challenge is valid once, for five minutes.
///
/// Errors: `invalidRequest` if passkeys are not configured.
public struct BeginPasskeySignIn: RequestFromEdge {
    public typealias Reply = PasskeyRequest
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 72)
    public static let isIdempotent = true

    public init() {}
}

/// The options for using a passkey (`PublicKeyCredentialRequestOptions`).
public struct PasskeyRequest: Codable, Sendable {
    /// The domain of the passkey.
    public var relyingParty: String
    public var challenge: [UInt8]
    /// Whether the authenticator must ask for a PIN, a finger or a face.
    public var requiresVerification: Bool
    /// The validity of the challenge in seconds.
    public var seconds: Int
    /// The passkeys to choose from; nil for any.
    public var allowed: [PasskeyDescriptor]?

    enum CodingKeys: Int, CodingKey { case relyingParty = 0, challenge, requiresVerification, seconds, allowed }

    public init(
        relyingParty: String, challenge: [UInt8], requiresVerification: Bool, seconds: Int,
        allowed: [PasskeyDescriptor]? = nil
    ) {
        self.relyingParty = relyingParty
        self.challenge = challenge
        self.requiresVerification = requiresVerification
        self.seconds = seconds
        self.allowed = allowed
    }
}
