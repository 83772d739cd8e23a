/// Sets a device's slogan. Errors: `invalidRequest` for more than 40 Unicode code points or a control character, `forbidden`
/// unless the device has a key and sends it, `rateLimited` after too many wrong keys.
public struct SetDeviceSlogan: RequestFromEdge, DeviceRequest, IdempotentRequest {
    public static let serviceCode = ServiceCode(.location, 10)

    public var device: DeviceID
    public var key: DeviceKey
    public var slogan: String

    enum CodingKeys: Int, CodingKey { case device = 0, key, slogan }

    public init(device: DeviceID, key: DeviceKey, slogan: String) {
        (self.device, self.key, self.slogan) = (device, key, slogan)
    }
}
