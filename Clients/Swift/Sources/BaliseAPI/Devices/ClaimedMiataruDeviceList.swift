public import BaliseJSON

/// The user's claimed Miataru devices: the answer of GET users/me/location-devices in an envelope.
public struct ClaimedMiataruDeviceList: JSONConvertible, Hashable {
    /// The devices.
    public var devices: [ClaimedMiataruDevice]
    /// The number of devices.
    public var totalCount: Int

    /// Makes a body of these members.
    public init(devices: [ClaimedMiataruDevice], totalCount: Int) {
        self.devices = devices
        self.totalCount = totalCount
    }
}
