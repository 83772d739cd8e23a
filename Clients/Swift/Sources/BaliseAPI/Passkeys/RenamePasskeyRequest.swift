public import BaliseJSON

/// A new name for a passkey: the body of PATCH users/me/passkeys/{id}.
public struct RenamePasskeyRequest: JSONConvertible, Hashable {
    /// 1 to 64 characters on one line.
    public var name: String

    /// Makes a body of these members.
    public init(name: String) {
        self.name = name
    }
}
