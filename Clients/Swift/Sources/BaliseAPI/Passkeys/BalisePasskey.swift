// A passkey of an account, as POST users/me/passkeys and PATCH users/me/passkeys/{id} answer it in an envelope.

public import BaliseJSON
public import Foundation

/// A passkey with which a person signs in.
public struct BalisePasskey: JSONConvertible, Hashable {
    /// By which it is renamed and removed.
    public var id: String
    /// What its authenticator calls it, in base64url.
    public var credentialId: String
    /// As its person calls it.
    public var name: String
    /// When it was added.
    public var createdAt: Date
    /// When somebody last signed in with it; left out where nobody has.
    public var lastUsedAt: Date?
    /// Whether it is kept in more places than one authenticator, as those of iCloud's keychain are.
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
