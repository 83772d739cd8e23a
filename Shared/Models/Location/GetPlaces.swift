// Where the devices are that a signed-in person may see.

/// Reads where the devices are that an account may see: those that it has claimed, as long as the claim counts, and
/// those whose allowed list names one of these. The visits are recorded before the answer, in the name of the claimed
/// device that the list names; an account's own devices get none.
public struct GetPlaces: RequestFromEdge {
    public static let service = ServiceName.location
    public static let code = MessageCode(.location, 61)
    public static let isIdempotent = true
    public var routingKey: RoutingKey? { RoutingKey(account) }

    /// The most devices in one answer: those that were claimed last, then those that let the account see them.
    public static let maximumDevices = 256

    public var account: AccountID
    /// The devices that the person has looked at already, of which no further visit is recorded.
    public var visited: [DeviceID]

    enum CodingKeys: Int, CodingKey { case account = 0, visited }

    public init(account: AccountID, visited: [DeviceID] = []) {
        self.account = account
        self.visited = visited
    }

    /// One device.
    public struct Place: Codable, Hashable, Sendable {
        public var device: DeviceID
        /// Whether the account has claimed it.
        public var isOwn: Bool
        /// Nil while the device has no place.
        public var found: GetLocation.LocationResult?

        enum CodingKeys: Int, CodingKey { case device = 0, isOwn, found }

        public init(device: DeviceID, isOwn: Bool, found: GetLocation.LocationResult?) {
            self.device = device
            self.isOwn = isOwn
            self.found = found
        }
    }

    public struct Reply: Codable, Hashable, Sendable {
        public var places: [Place]

        enum CodingKeys: Int, CodingKey { case places = 0 }

        public init(places: [Place]) { self.places = places }
    }
}
