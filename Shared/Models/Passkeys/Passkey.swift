// A passkey as its person sees it.

/// A passkey of an account, without its public key.
public struct Passkey: Codable, Hashable, Sendable {
    public var id: PasskeyID
    /// What the authenticator calls it.
    public var credentialID: [UInt8]
    /// As its person calls it.
    public var name: Personal<String>
    public var createdAt: UnixTime
    /// Nil when nobody has signed in with it.
    public var lastUsedAt: UnixTime?
    /// Whether it was kept in more places than one authenticator when it was last seen (W3C Web Authentication Level 3,
    /// section 6.1.3), as those of iCloud's keychain are.
    public var isBackedUp: Bool

    enum CodingKeys: Int, CodingKey { case id = 0, credentialID, name, createdAt, lastUsedAt, isBackedUp }

    public init(
        id: PasskeyID, credentialID: [UInt8], name: Personal<String>, createdAt: UnixTime, lastUsedAt: UnixTime?,
        isBackedUp: Bool
    ) {
        self.id = id
        self.credentialID = credentialID
        self.name = name
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.isBackedUp = isBackedUp
    }
}
