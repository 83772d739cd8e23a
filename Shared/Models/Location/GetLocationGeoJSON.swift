/// Reads the place of the first visible device, for any caller. No visit is recorded. Errors: `authenticationRequired` if one
/// of the devices has a key.
public struct GetLocationGeoJSON: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.location, 6)
    public var routingKey: RoutingKey? { devices.first.map(RoutingKey.init) }

    /// At least one.
    public var devices: [DeviceID]

    enum CodingKeys: Int, CodingKey { case devices = 0 }

    public init(devices: [DeviceID]) { self.devices = devices }

    public struct Reply: Codable, Hashable, Sendable {
        /// Nil if the device is unknown, its place has expired, or it has an allowed list.
        public var location: Location?

        enum CodingKeys: Int, CodingKey { case location = 0 }

        public init(location: Location?) { self.location = location }
    }
}
