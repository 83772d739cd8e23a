// A person wants to add a passkey to their account.

/// Makes what an authenticator needs to make a passkey for an account. Nothing is stored; the challenge counts for five
/// minutes, for this account and once.
///
/// Errors: `conflict` when the account has as many passkeys as it may, `invalidRequest` when no passkeys are set up here,
/// `accountGone`.
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

/// What an authenticator needs to make a passkey (`PublicKeyCredentialCreationOptions`).
public struct PasskeyCreation: Codable, Sendable {
    /// The domain for which it is made.
    public var relyingParty: String
    public var relyingPartyName: String
    /// By what the account is known again; it tells nothing of its person.
    public var userHandle: [UInt8]
    /// For the list in which a person chooses one of their passkeys.
    public var userName: Personal<String>
    public var displayName: Personal<String>
    public var challenge: [UInt8]
    /// COSE algorithms, the preferred one first.
    public var algorithms: [Int]
    /// The credential ids of the account: an authenticator that has one of them makes no other.
    public var excluded: [PasskeyDescriptor]
    /// Whether the authenticator has to ask for a PIN, a finger or a face.
    public var requiresVerification: Bool
    /// How long the challenge counts, in seconds.
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

/// By what an authenticator finds a passkey (`PublicKeyCredentialDescriptor`).
public struct PasskeyDescriptor: Codable, Hashable, Sendable {
    public var credentialID: [UInt8]
    /// Over what the authenticator is reached, in the words of the specification.
    public var transports: [String]

    enum CodingKeys: Int, CodingKey { case credentialID = 0, transports }

    public init(credentialID: [UInt8], transports: [String]) {
        self.credentialID = credentialID
        self.transports = transports
    }
}
