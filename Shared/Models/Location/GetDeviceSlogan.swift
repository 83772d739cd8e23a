/// Reads a slogan. Records a visit if the device has a slogan. Errors: `forbidden` unless the reader has a key and sends it.
public struct GetDeviceSlogan: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.location, 11)
    public var routingKey: RoutingKey? { RoutingKey(reader) }

    public var device: DeviceID
    public var reader: DeviceID
    public var readerKey: DeviceKey

    enum CodingKeys: Int, CodingKey { case device = 0, reader, readerKey }

    public init(device: DeviceID, reader: DeviceID, readerKey: DeviceKey) {
        (self.device, self.reader, self.readerKey) = (device, reader, readerKey)
    }

    public struct Reply: Codable, Hashable, Sendable {
        public var slogan: String?

        enum CodingKeys: Int, CodingKey { case slogan = 0 }

        public init(slogan: String?) { self.slogan = slogan }
    }
}
