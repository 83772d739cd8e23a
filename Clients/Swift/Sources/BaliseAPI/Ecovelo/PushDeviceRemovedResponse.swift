// What DELETE devices/{token} of the Ecovelo API answers.

public import BaliseJSON

/// That a push device is reached no more.
public struct PushDeviceRemovedResponse: JSONConvertible, Hashable {
    /// Whether it was reached before.
    public var deleted: Bool

    /// Makes a body of these members.
    public init(deleted: Bool) {
        self.deleted = deleted
    }
}
