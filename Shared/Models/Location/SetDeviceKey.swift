/// Sets a device's first key, or replaces it. Errors: `forbidden` if the device has a key and the current one is missing or
/// wrong, also for one of two simultaneous first keys; `rateLimited` after too many wrong keys.
public struct SetDeviceKey: RequestFromEdge, DeviceRequest {
    public static let serviceCode = ServiceCode(.location, 7)

    public var device: DeviceID
    public var currentKey: DeviceKey?
    public var newKey: DeviceKey

    enum CodingKeys: Int, CodingKey { case device = 0, currentKey, newKey }

    public init(device: DeviceID, currentKey: DeviceKey? = nil, newKey: DeviceKey) {
        (self.device, self.currentKey, self.newKey) = (device, currentKey, newKey)
    }
}
