/// Replaces an allowed list. With an empty list every caller may read. Errors: `invalidRequest` for more than 256 entries,
/// `forbidden` for a wrong device key, `rateLimited` after too many wrong keys.
public struct SetAllowedDeviceList: RequestFromEdge, DeviceRequest, IdempotentRequest {
    public static let serviceCode = ServiceCode(.location, 8)

    public var device: DeviceID
    /// Any key is accepted if the device has none.
    public var key: DeviceKey
    /// Of two entries for one device the last one counts.
    public var allowed: [AllowedDevice]

    enum CodingKeys: Int, CodingKey { case device = 0, key, allowed }

    public init(device: DeviceID, key: DeviceKey, allowed: [AllowedDevice]) {
        (self.device, self.key, self.allowed) = (device, key, allowed)
    }
}
