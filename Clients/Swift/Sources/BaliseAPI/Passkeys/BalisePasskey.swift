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

/// The user's passkeys, the latest first: the answer of GET users/me/passkeys in an envelope.
public struct BalisePasskeyList: JSONConvertible, Hashable {
    /// The passkeys.
    public var passkeys: [BalisePasskey]
    /// The number of passkeys.
    public var totalCount: Int

    /// Makes a body of these members.
    public init(passkeys: [BalisePasskey], totalCount: Int) {
        self.passkeys = passkeys
        self.totalCount = totalCount
    }
}

/// A new name for a passkey: the body of PATCH users/me/passkeys/{id}.
public struct RenamePasskeyRequest: JSONConvertible, Hashable {
    /// 1 to 64 characters on one line.
    public var name: String

    /// Makes a body of these members.
    public init(name: String) {
        self.name = name
    }
}
