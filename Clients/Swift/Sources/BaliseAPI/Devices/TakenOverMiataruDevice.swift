// What POST location-devices/handover answers, in an envelope.

public import BaliseJSON

/// A Miataru device that a person has taken over, and its key.
public struct TakenOverMiataruDevice: JSONConvertible, Hashable {
    /// The device.
    public var device: ClaimedMiataruDevice
    /// Its key from now on, which is told here and never again.
    public var deviceKey: SecretString

    /// Makes a body of these members.
    public init(device: ClaimedMiataruDevice, deviceKey: SecretString) {
        self.device = device
        self.deviceKey = deviceKey
    }
}
