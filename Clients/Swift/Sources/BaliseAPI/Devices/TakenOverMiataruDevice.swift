public import BaliseJSON

/// A device that was taken over, and its key: the answer of POST location-devices/handover in an envelope.
public struct TakenOverMiataruDevice: JSONConvertible, Hashable {
    /// The device.
    public var device: ClaimedMiataruDevice
    /// The new key. The server shows it only here.
    public var deviceKey: SecretText

    /// Makes a body of these members.
    public init(device: ClaimedMiataruDevice, deviceKey: SecretText) {
        self.device = device
        self.deviceKey = deviceKey
    }
}
