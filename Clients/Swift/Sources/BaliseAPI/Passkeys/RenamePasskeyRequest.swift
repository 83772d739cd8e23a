// What gives a passkey another name: the body of PATCH users/me/passkeys/{id}.

public import BaliseJSON

/// Another name for a passkey.
public struct RenamePasskeyRequest: JSONConvertible, Hashable {
    /// 1 to 64 characters on one line.
    public var name: String

    /// Makes a body of these members.
    public init(name: String) {
        self.name = name
    }
}
