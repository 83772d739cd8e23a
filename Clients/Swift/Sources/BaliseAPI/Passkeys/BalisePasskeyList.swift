// What GET users/me/passkeys answers, in an envelope.

public import BaliseJSON

/// All passkeys of the person, the latest first.
public struct BalisePasskeyList: JSONConvertible, Hashable {
    /// The passkeys.
    public var passkeys: [BalisePasskey]
    /// How many they are.
    public var totalCount: Int

    /// Makes a body of these members.
    public init(passkeys: [BalisePasskey], totalCount: Int) {
        self.passkeys = passkeys
        self.totalCount = totalCount
    }
}
