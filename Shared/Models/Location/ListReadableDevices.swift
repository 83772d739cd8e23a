// Which devices let a reader see where they are?

/// Lists the devices whose allowed list names a reader that proves itself by its key. Nothing is told of where they are, and
/// no visit is recorded.
///
/// Errors: `forbidden` when the reader has no key, or its key is missing or wrong; `invalidRequest` without a reader.
public struct ListReadableDevices: RequestFromEdge {
    public static let service = ServiceName.location
    public static let code = MessageCode(.location, 62)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { reader.device.map(RoutingKey.init) }

    /// The most devices in one answer.
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
