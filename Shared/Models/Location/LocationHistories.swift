/// Reads a device's history, newest first. Records a visit if the history is visible and not empty. Errors:
/// `invalidRequest` without a reader, `forbidden` if the reader's own key is missing or wrong.
public struct GetLocationHistory: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.location, 3)
    public var routingKey: RoutingKey? { reader.device.map(RoutingKey.init) }

    public var reader: Reader
    public var device: DeviceID
    /// The largest number of places to return; at least 1.
    public var amount: Int

    enum CodingKeys: Int, CodingKey { case reader = 0, device, amount }

    public init(reader: Reader, device: DeviceID, amount: Int) {
        (self.reader, self.device, self.amount) = (reader, device, amount)
    }

    public struct Reply: Codable, Hashable, Sendable {
        public var maximum: Int
        /// The number of places in this answer; 0 if the reader may not see the history.
        public var available: Int
        public var locations: [Location]

        enum CodingKeys: Int, CodingKey { case maximum = 0, available, locations }

        public init(maximum: Int, available: Int, locations: [Location]) {
            (self.maximum, self.available, self.locations) = (maximum, available, locations)
        }
    }
}

/// Reads a device's visitors, newest first. Errors: `forbidden` for a missing or wrong device key, `rateLimited` after
/// too many wrong keys.
public struct GetVisitorHistory: RequestFromEdge, RequestByDevice, IdempotentRequest {
    public static let serviceCode = ServiceCode(.location, 4)

    public var device: DeviceID
    public var key: DeviceKey?
    /// The largest number of visits; a negative number returns none.
    public var amount: Int

    enum CodingKeys: Int, CodingKey { case device = 0, key, amount }

    public init(device: DeviceID, key: DeviceKey? = nil, amount: Int) {
        (self.device, self.key, self.amount) = (device, key, amount)
    }

    public struct Visit: Codable, Hashable, Sendable {
        public var visitor: DeviceID
        public var time: UnixTime

        enum CodingKeys: Int, CodingKey { case visitor = 0, time }

        public init(visitor: DeviceID, time: UnixTime) { (self.visitor, self.time) = (visitor, time) }
    }

    /// The last visit through something with a name: a share link that any browser viewed, or a forwarder that sent a
    /// place.
    public struct NamedVisit: Codable, Hashable, Sendable {
        /// The name of the link or the forwarder.
        public var name: String
        public var time: UnixTime

        enum CodingKeys: Int, CodingKey { case name = 0, time }

        public init(name: String, time: UnixTime) { (self.name, self.time) = (name, time) }
    }

    public struct Reply: Codable, Hashable, Sendable {
        public var maximum: Int
        public var visits: [Visit]
        /// The views of share links, the latest first; nil from a service of a version without share links.
        public var links: [NamedVisit]?
        /// The visits of members of the owner's circles, the latest first; nil if there are none.
        public var members: [CircleVisit]?
        /// Forwarders that have sent places, the latest first; nil for none.
        public var forwarders: [NamedVisit]?

        enum CodingKeys: Int, CodingKey { case maximum = 0, visits, links, members, forwarders }

        public init(
            maximum: Int, visits: [Visit], links: [NamedVisit]? = nil, members: [CircleVisit]? = nil,
            forwarders: [NamedVisit]? = nil
        ) {
            (self.maximum, self.visits, self.links) = (maximum, visits, links)
            (self.members, self.forwarders) = (members, forwarders)
        }
    }
}
