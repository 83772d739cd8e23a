/// Reads a device's allowed list. Errors: `forbidden` for a wrong device key, `rateLimited` after too many wrong keys.
public struct GetAllowedDeviceList: RequestFromEdge, DeviceRequest, IdempotentRequest {
    public static let serviceCode = ServiceCode(.location, 9)

    public var device: DeviceID
    /// Any key is accepted if the device has none.
    public var key: DeviceKey

    enum CodingKeys: Int, CodingKey { case device = 0, key }

    public init(device: DeviceID, key: DeviceKey) {
        (self.device, self.key) = (device, key)
    }

    public struct Reply: Codable, Hashable, Sendable {
        /// False when the list is empty or was never set.
        public var isEnabled: Bool
        public var allowed: [AllowedDevice]

        enum CodingKeys: Int, CodingKey { case isEnabled = 0, allowed }

        public init(isEnabled: Bool, allowed: [AllowedDevice]) {
            (self.isEnabled, self.allowed) = (isEnabled, allowed)
        }
    }
}
