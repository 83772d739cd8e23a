// What a person claims a Miataru device with: the body of POST users/me/location-devices.

public import BaliseJSON

/// A Miataru device, and the key that shows it to be the person's.
public struct ClaimDeviceRequest: JSONConvertible, Hashable {
    /// The id of the device.
    public var device: String
    /// The key that the device has.
    public var deviceKey: SecretString

    /// Makes a body of these members.
    public init(device: String, deviceKey: SecretString) {
        self.device = device
        self.deviceKey = deviceKey
    }

    /// What is said to a `device` that cannot be one.
    public static let invalidDevice = JSONShapeError(.isNot("the id of a device"), at: CodingKeys.device)
    /// What is said to a `deviceKey` that cannot be one.
    public static let invalidKey = JSONShapeError(.isNot("a key of a device"), at: CodingKeys.deviceKey)
}
