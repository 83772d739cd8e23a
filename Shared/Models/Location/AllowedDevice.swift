/// A device on an allowed list, and its rights.
public struct AllowedDevice: Codable, Hashable, Sendable {
    public var device: DeviceID
    public var readsCurrentLocation: Bool
    public var readsHistory: Bool

    enum CodingKeys: Int, CodingKey { case device = 0, readsCurrentLocation, readsHistory }

    public init(device: DeviceID, readsCurrentLocation: Bool, readsHistory: Bool) {
        (self.device, self.readsCurrentLocation) = (device, readsCurrentLocation)
        self.readsHistory = readsHistory
    }
}
