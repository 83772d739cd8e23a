/// A passkey for signing in to the console with an API key's rights, without its public key. Stored by auth-session.
public struct APIKeyPasskey: Codable, Hashable, Sendable {
    public var id: PasskeyID
    /// The key that the operator acts with after signing in.
    public var key: APIKeyID
    /// The operators' name for the key.
    public var keyName: String
    /// The authenticator's id of the passkey, and its transports.
    public var descriptor: PasskeyDescriptor
    /// The operator's name for the passkey.
    public var name: String
    public var createdAt: UnixTime
    /// Nil before the first sign-in.
    public var lastUsedAt: UnixTime?

    enum CodingKeys: Int, CodingKey { case id = 0, key, keyName, descriptor, name, createdAt, lastUsedAt }

    public init(
        id: PasskeyID, key: APIKeyID, keyName: String, descriptor: PasskeyDescriptor, name: String,
        createdAt: UnixTime, lastUsedAt: UnixTime?
    ) {
        self.id = id
        self.key = key
        self.keyName = keyName
        self.descriptor = descriptor
        self.name = name
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
    }
}

/// The values that an authenticator's answer must match: the console's domain and page, and the issued challenge.
public struct PasskeyExpectation: Codable, Hashable, Sendable {
    /// The relying party's id.
    public var relyingParty: String
    /// The page that asked the authenticator, such as `https://console.example`.
    public var origin: String
    public var challenge: [UInt8]

    enum CodingKeys: Int, CodingKey { case relyingParty = 0, origin, challenge }

    public init(relyingParty: String, origin: String, challenge: [UInt8]) {
        self.relyingParty = relyingParty
        self.origin = origin
        self.challenge = challenge
    }
}
