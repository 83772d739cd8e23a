public import BaliseJSON

/// A Miataru device and the key that proves its ownership: the body of POST users/me/location-devices.
public struct ClaimDeviceRequest: JSONConvertible, Hashable {
    /// The id of the device.
    public var device: String
    /// The device's key.
    public var deviceKey: SecretText

    /// Makes a body of these members.
    public init(device: String, deviceKey: SecretText) {
        self.device = device
        self.deviceKey = deviceKey
    }

    /// The error for an invalid `device`.
    public static let invalidDevice = JSONShapeError(.isNot("the id of a device"), at: CodingKeys.device)
    /// The error for an invalid `deviceKey`.
    public static let invalidKey = JSONShapeError(.isNot("a key of a device"), at: CodingKeys.deviceKey)
}
