public import BaliseJSON

/// The new key of a device: the answer of PUT users/me/location-devices/{device}/key in an envelope.
public struct DeviceKeyResponse: JSONConvertible, Hashable {
    /// The key. The server shows it only here.
    public var deviceKey: SecretText

    /// Makes a body of these members.
    public init(deviceKey: SecretText) {
        self.deviceKey = deviceKey
    }
}
