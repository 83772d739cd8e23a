/// Lists the devices whose allowed list names a reader, which must prove its key. Reveals no places, and records no visit.
/// Errors: `forbidden` if the reader has no key, or its key is missing or wrong; `invalidRequest` without a reader.
public struct ListReadableDevices: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.location, 62)
    public var routingKey: RoutingKey? { reader.device.map(RoutingKey.init) }

    /// In one answer.
    public static let maximumDevices = 1000

    public var reader: Reader

    enum CodingKeys: Int, CodingKey { case reader = 0 }

    public init(reader: Reader) { self.reader = reader }

    public struct Reply: Codable, Hashable, Sendable {
        public var devices: [DeviceID]

        enum CodingKeys: Int, CodingKey { case devices = 0 }

        public init(devices: [DeviceID]) { self.devices = devices }
    }
}
