public import BaliseJSON

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
