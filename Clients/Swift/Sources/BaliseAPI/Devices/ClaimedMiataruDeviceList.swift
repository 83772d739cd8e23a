// What GET users/me/location-devices answers, in an envelope.

public import BaliseJSON

/// All Miataru devices that a person has claimed.
public struct ClaimedMiataruDeviceList: JSONConvertible, Hashable {
    /// The devices.
    public var devices: [ClaimedMiataruDevice]
    /// How many they are.
    public var totalCount: Int

    /// Makes a body of these members.
    public init(devices: [ClaimedMiataruDevice], totalCount: Int) {
        self.devices = devices
        self.totalCount = totalCount
    }
}
