// What PUT users/me/location-devices/{device}/key answers, in an envelope.

public import BaliseJSON

/// The key that a device has from now on.
public struct DeviceKeyResponse: JSONConvertible, Hashable {
    /// The key; it is told this once.
    public var deviceKey: SecretString

    /// Makes a body of these members.
    public init(deviceKey: SecretString) {
        self.deviceKey = deviceKey
    }
}
