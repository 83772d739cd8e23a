public import BaliseJSON
public import Foundation

/// A passkey of an account: the answer of POST users/me/passkeys and PATCH users/me/passkeys/{id}, in an envelope.
public struct BalisePasskey: JSONConvertible, Hashable {
    /// The id for renaming and removing it.
    public var id: String
    /// The authenticator's id of it, in base64url.
    public var credentialId: String
    /// The user's name for it.
    public var name: String
    /// When it was added.
    public var createdAt: Date
    /// The time of the last sign-in with it; left out before the first.
    public var lastUsedAt: Date?
    /// Whether it is stored on more than one device, as in iCloud Keychain.
    public var isBackedUp: Bool

    /// Makes a body of these members; nil leaves one out.
    public init(
        id: String, credentialId: String, name: String, createdAt: Date, lastUsedAt: Date? = nil, isBackedUp: Bool
    ) {
        self.id = id
        self.credentialId = credentialId
        self.name = name
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.isBackedUp = isBackedUp
    }
}
