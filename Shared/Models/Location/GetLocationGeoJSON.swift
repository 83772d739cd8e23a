// Where a device is, for a map that anyone may look at.

/// Reads where the first of some devices is, for whoever asks. No visit is recorded.
///
/// Errors: `authenticationRequired` when one of the devices has a key.
public struct GetLocationGeoJSON: RequestFromEdge {
    public static let service = ServiceName.location
    public static let code = MessageCode(.location, 6)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { devices.first.map(RoutingKey.init) }

    /// At least one.
    public var devices: [DeviceID]

    enum CodingKeys: Int, CodingKey { case devices = 0 }

    public init(devices: [DeviceID]) { self.devices = devices }

    public struct Reply: Codable, Hashable, Sendable {
        /// Nil when the device is unknown, its location expired, or it has an allowed list.
        public var location: Location?

        enum CodingKeys: Int, CodingKey { case location = 0 }

        public init(location: Location?) { self.location = location }
    }
}
