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

    public init(_ json: JSONValue) throws(JSONShapeError) {
        device = try json.needed("device")
        deviceKey = try json.needed("deviceKey")
    }

    public func write(to json: inout JSONObject) {
        json.set("device", device)
        json.set("deviceKey", deviceKey)
    }
}
