// The passkey of an API key, with which its operator signs in to the console.

/// A passkey of an API key, without its public key.
public struct APIKeyPasskey: Codable, Hashable, Sendable {
    public var id: PasskeyID
    /// The key in whose name its operator signs in with it.
    public var key: APIKeyID
    /// What operators call the key.
    public var keyName: String
    /// What the authenticator calls the passkey, and over what the authenticator is reached.
    public var descriptor: PasskeyDescriptor
    /// As its operator calls it.
    public var name: String
    public var createdAt: UnixTime
    /// Nil when nobody has signed in with it.
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

/// What an answer of an authenticator has to be for: the console's domain and page, and the challenge that was given out.
public struct PasskeyExpectation: Codable, Hashable, Sendable {
    /// The domain (the id of the relying party).
    public var relyingParty: String
    /// Of the page on which the authenticator was asked, such as `https://console.example`.
    public var origin: String
    public var challenge: [UInt8]

    enum CodingKeys: Int, CodingKey { case relyingParty = 0, origin, challenge }

    public init(relyingParty: String, origin: String, challenge: [UInt8]) {
        self.relyingParty = relyingParty
        self.origin = origin
        self.challenge = challenge
    }
}
