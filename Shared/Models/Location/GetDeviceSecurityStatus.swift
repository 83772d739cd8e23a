/// Reads whether a device has a key and an allowed list. Records a visit if the device has a current place. Errors: `forbidden`
/// unless the reader has a key and sends it.
public struct GetDeviceSecurityStatus: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.location, 12)
    public var routingKey: RoutingKey? { RoutingKey(reader) }

    public var device: DeviceID
    public var reader: DeviceID
    public var readerKey: DeviceKey

    enum CodingKeys: Int, CodingKey { case device = 0, reader, readerKey }

    public init(device: DeviceID, reader: DeviceID, readerKey: DeviceKey) {
        (self.device, self.reader, self.readerKey) = (device, reader, readerKey)
    }

    public struct Reply: Codable, Hashable, Sendable {
        public var hasDeviceKey: Bool
        public var isAllowedListEnabled: Bool

        enum CodingKeys: Int, CodingKey { case hasDeviceKey = 0, isAllowedListEnabled }

        public init(hasDeviceKey: Bool, isAllowedListEnabled: Bool) {
            (self.hasDeviceKey, self.isAllowedListEnabled) = (hasDeviceKey, isAllowedListEnabled)
        }
    }
}
