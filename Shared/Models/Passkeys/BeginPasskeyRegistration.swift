/// Creates the options for a new passkey. Nothing is stored; the challenge is valid once, for five minutes and for this
/// account.
///
/// Errors: `conflict` if the account has reached its limit of passkeys, `invalidRequest` if passkeys are not
/// configured, `accountGone`.
public struct BeginPasskeyRegistration: RequestFromEdge {
    public typealias Reply = PasskeyCreation
    public static let service = ServiceName.identity
    public static let code = MessageCode(.identity, 70)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) { self.account = account }
}

/// The options for creating a passkey (`PublicKeyCredentialCreationOptions`).
public struct PasskeyCreation: Codable, Sendable {
    /// The domain of the passkey.
    public var relyingParty: String
    public var relyingPartyName: String
    /// Identifies the account; it reveals nothing about its user.
    public var userHandle: [UInt8]
    /// For the list in which the user chooses a passkey.
    public var userName: Personal<String>
    public var displayName: Personal<String>
    public var challenge: [UInt8]
    /// COSE algorithms, the preferred one first.
    public var algorithms: [Int]
    /// The account's passkeys: an authenticator with one of them creates no other.
    public var excluded: [PasskeyDescriptor]
    /// Whether the authenticator must ask for a PIN, a finger or a face.
    public var requiresVerification: Bool
    /// The validity of the challenge in seconds.
    public var seconds: Int

    enum CodingKeys: Int, CodingKey {
        case relyingParty = 0, relyingPartyName, userHandle, userName, displayName, challenge, algorithms, excluded,
            requiresVerification, seconds
    }

    public init(
        relyingParty: String, relyingPartyName: String, userHandle: [UInt8], userName: Personal<String>,
        displayName: Personal<String>, challenge: [UInt8], algorithms: [Int], excluded: [PasskeyDescriptor],
        requiresVerification: Bool, seconds: Int
    ) {
        self.relyingParty = relyingParty
        self.relyingPartyName = relyingPartyName
        self.userHandle = userHandle
        self.userName = userName
        self.displayName = displayName
        self.challenge = challenge
        self.algorithms = algorithms
        self.excluded = excluded
        self.requiresVerification = requiresVerification
        self.seconds = seconds
    }
}

/// Identifies a passkey for an authenticator (`PublicKeyCredentialDescriptor`).
public struct PasskeyDescriptor: Codable, Hashable, Sendable {
    public var credentialID: [UInt8]
    /// In the words of the specification.
    public var transports: [String]

    enum CodingKeys: Int, CodingKey { case credentialID = 0, transports }

    public init(credentialID: [UInt8], transports: [String]) {
        self.credentialID = credentialID
        self.transports = transports
    }
}
