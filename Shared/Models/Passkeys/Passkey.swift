/// A passkey of an account, without its public key.
public struct Passkey: Codable, Hashable, Sendable {
    public var id: PasskeyID
    /// The authenticator's id of it.
    public var credentialID: [UInt8]
    /// The user's name for it.
    public var name: Personal<String>
    public var createdAt: UnixTime
    /// Nil before the first sign-in.
    public var lastUsedAt: UnixTime?
    /// Whether it was stored on more than one device at its last use, as in iCloud Keychain (W3C Web Authentication
    /// Level 3, section 6.1.3).
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
