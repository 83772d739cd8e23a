// Somebody wants to sign in with a passkey.

/// Makes what an authenticator needs to show a passkey. It names no account: the authenticator has its person choose one.
/// Nothing is stored; the challenge counts for five minutes and once.
///
/// Errors: `invalidRequest` when no passkeys are set up here.
public struct BeginPasskeySignIn: RequestFromEdge {
    public typealias Reply = PasskeyRequest
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 72)
    public static let isIdempotent = true

    public init() {}
}

/// What an authenticator needs to show a passkey (`PublicKeyCredentialRequestOptions`).
public struct PasskeyRequest: Codable, Sendable {
    /// The domain for which it was made.
    public var relyingParty: String
    public var challenge: [UInt8]
    /// Whether the authenticator has to ask for a PIN, a finger or a face.
    public var requiresVerification: Bool
    /// How long the challenge counts, in seconds.
    public var seconds: Int
    /// The passkeys of which one is to be shown; nil for whichever its person chooses.
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
