public import BaliseJSON

/// The answer of DELETE devices/{token} of the Ecovelo API.
public struct PushDeviceRemovedResponse: JSONConvertible, Hashable {
    /// Whether the device was registered.
    public var deleted: Bool

    /// Makes a body of these members.
    public init(deleted: Bool) {
        self.deleted = deleted
    }
}
