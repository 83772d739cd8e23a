public import CBOR

/// Reads the places of an account's claimed devices while the claim is valid, of devices whose allowed list names one
/// of these devices, and of devices that members of the account's circles share. Visits are recorded before the answer,
/// in the name of the claimed device on the list, or of the member. The account's own devices record no visits.
public struct GetPlaces: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public static let serviceCode = ServiceCode(.location, 61)

    /// The largest number of devices in one answer. The account's latest claims are first, then devices whose list
    /// names one of them, then devices of circles.
    public static let maximumDevices = 256
    /// The number of devices of circles that an answer has room for, even beyond `maximumDevices`. The latest device of
    /// each member is first.
    public static let leastOfCircles = 64

    public var account: AccountID
    /// The devices for which no further visit is recorded.
    public var visited: [DeviceID]

    enum CodingKeys: Int, CodingKey { case account = 0, visited }

    public init(account: AccountID, visited: [DeviceID] = []) { (self.account, self.visited) = (account, visited) }

    public struct Place: Codable, Hashable, Sendable {
        public var device: DeviceID
        public var isOwn: Bool
        /// The device's place; nil while it has none.
        public var found: GetLocation.LocationResult?
        /// The circle member who shares the device; nil for a device that the account sees without a circle.
        public var member: AccountID?
        /// How exactly the member shares the place; nil for a device that the account sees without a circle.
        public var precision: PlacePrecision?
        /// The only id of the device that the account may see, also in `found`; nil for a device that the account sees
        /// without a circle. The id of a device without an allowed list shows its place to everyone.
        public var handle: DeviceID?

        enum CodingKeys: Int, CodingKey { case device = 0, isOwn, found, member, precision, handle }

        public init(
            device: DeviceID, isOwn: Bool, found: GetLocation.LocationResult?, member: AccountID? = nil,
            precision: PlacePrecision? = nil, handle: DeviceID? = nil
        ) {
            (self.device, self.isOwn, self.found) = (device, isOwn, found)
            (self.member, self.precision, self.handle) = (member, precision, handle)
        }

        /// The device's id for the account.
        public var shownDevice: DeviceID { handle ?? device }
    }

    public struct Reply: Codable, Hashable, Sendable {
        public var places: [Place]

        enum CodingKeys: Int, CodingKey { case places = 0 }

        public init(places: [Place]) { self.places = places }
    }
}

/// Lists the devices whose allowed list names a reader, which must prove its key. Reveals no place, records no visit.
/// Errors: `forbidden` if the reader has no key, or its key is missing or wrong; `invalidRequest` without a reader.
public struct ListReadableDevices: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.location, 62)
    public var routingKey: RoutingKey? { reader.device.map(RoutingKey.init) }

    /// The largest number of devices in one answer.
    public static let maximumDevices = 1000

    public var reader: Reader

    enum CodingKeys: Int, CodingKey { case reader = 0 }

    public init(reader: Reader) { self.reader = reader }

    public struct Reply: Codable, Hashable, Sendable {
        public var devices: [DeviceID]
        /// The owners of those devices that an account has claimed. Nil from a service of an older version.
        public var owners: [Owner]?

        enum CodingKeys: Int, CodingKey { case devices = 0, owners }

        public init(devices: [DeviceID], owners: [Owner]? = nil) { (self.devices, self.owners) = (devices, owners) }
    }

    /// The account with the valid claim of a device.
    public struct Owner: Codable, Hashable, Sendable {
        public var device: DeviceID
        public var account: AccountID

        enum CodingKeys: Int, CodingKey { case device = 0, account }

        public init(device: DeviceID, account: AccountID) { (self.device, self.account) = (device, account) }
    }
}

/// Returns which devices several viewers may see now: readers by the rules of `GetLocation`, accounts by those of
/// `GetPlaces`, viewers of a share link by the link. No visit is recorded: a viewer has recorded a visit to each device
/// that it saw at the start, and gets no answer about other devices. Errors: `invalidRequest` for too many views or
/// devices, or for an index out of range.
public struct ReviewViews: RequestFromEdge, IdempotentRequest, DirectFields {
    public static let serviceCode = ServiceCode(.location, 60)

    public static let maximumViews = 1000
    public static let maximumDevices = 2000

    public struct View: Codable, Sendable, DirectFields {
        public var reader: Reader?
        public var account: AccountID?
        /// The devices that the viewer asks for, as indices into the request's devices.
        public var devices: [Int]
        public var link: ShareLinkID?
        /// The end of the share link, as its viewer knows it; nil for another kind of viewer.
        public var linkEndsAt: UnixTime?

        enum CodingKeys: Int, CodingKey { case reader = 0, account, devices, link, linkEndsAt }

        public init(reader: Reader? = nil, account: AccountID? = nil, devices: [Int]) {
            (self.reader, self.account, self.devices) = (reader, account, devices)
        }

        public init(link: ShareLinkID, endsAt: UnixTime, devices: [Int]) {
            (self.link, linkEndsAt, self.devices) = (link, endsAt, devices)
        }

        public func writeFields(to writer: inout MessageWriter) {
            writer.put(CodingKeys.reader, reader)
            writer.put(CodingKeys.account, account)
            writer.put(CodingKeys.devices, devices)
            writer.put(CodingKeys.link, link)
            writer.put(CodingKeys.linkEndsAt, linkEndsAt)
        }

        public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
            self.reader = try reader.takeIfPresent(CodingKeys.reader)
            account = try reader.takeIfPresent(CodingKeys.account)
            devices = try reader.take(CodingKeys.devices)
            link = try reader.takeIfPresent(CodingKeys.link)
            linkEndsAt = try reader.takeIfPresent(CodingKeys.linkEndsAt)
        }
    }

    public struct Result: Codable, Hashable, Sendable, DirectFields {
        /// Whether the viewer may read at all. False once the viewer's own key, or the end of its link, has changed.
        public var mayRead: Bool
        /// The devices that the viewer may see, as indices into the request's devices.
        public var seen: [Int]
        /// The place in the precision of the viewer's link; nil for other viewers.
        public var shared: GetLocation.LocationResult?
        /// Indices of devices that an allowed list hides from a reader, even without a place; nil if there are none.
        public var hidden: [Int]?
        /// Further visible places, as the members of the account's circles share them, each with the device's handle
        /// (`GetPlaces.Place.handle`); nil if there are none.
        public var ofCircles: [GetLocation.LocationResult]?
        /// The devices of `ofCircles`, in the same order, as indices into the request's devices.
        public var seenInCircles: [Int]?

        enum CodingKeys: Int, CodingKey { case mayRead = 0, seen, shared, hidden, ofCircles, seenInCircles }

        public init(
            mayRead: Bool, seen: [Int], shared: GetLocation.LocationResult? = nil, hidden: [Int]? = nil,
            ofCircles: [GetLocation.LocationResult]? = nil, seenInCircles: [Int]? = nil
        ) {
            (self.mayRead, self.seen, self.shared, self.hidden) = (mayRead, seen, shared, hidden)
            (self.ofCircles, self.seenInCircles) = (ofCircles, seenInCircles)
        }

        public func writeFields(to writer: inout MessageWriter) {
            writer.put(CodingKeys.mayRead, mayRead)
            writer.put(CodingKeys.seen, seen)
            writer.put(CodingKeys.shared, shared)
            writer.put(CodingKeys.hidden, hidden)
            writer.put(CodingKeys.ofCircles, ofCircles)
            writer.put(CodingKeys.seenInCircles, seenInCircles)
        }

        public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
            mayRead = try reader.take(CodingKeys.mayRead)
            seen = try reader.take(CodingKeys.seen)
            shared = try reader.takeIfPresent(CodingKeys.shared)
            hidden = try reader.takeIfPresent(CodingKeys.hidden)
            ofCircles = try reader.takeIfPresent(CodingKeys.ofCircles)
            seenInCircles = try reader.takeIfPresent(CodingKeys.seenInCircles)
        }
    }

    public struct Reply: Codable, Hashable, Sendable, DirectFields {
        /// The places, one for each device of the request; nil for a device that is unknown or has no place.
        public var found: [GetLocation.LocationResult?]
        /// One result for each view, in the order of the views.
        public var views: [Result]

        enum CodingKeys: Int, CodingKey { case found = 0, views }

        public init(found: [GetLocation.LocationResult?], views: [Result]) { (self.found, self.views) = (found, views) }

        public func writeFields(to writer: inout MessageWriter) {
            writer.put(CodingKeys.found, found)
            writer.put(CodingKeys.views, views)
        }

        public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
            found = try reader.take(CodingKeys.found)
            views = try reader.take(CodingKeys.views)
        }
    }

    public var devices: [DeviceID]
    public var views: [View]

    enum CodingKeys: Int, CodingKey { case devices = 0, views }

    public init(devices: [DeviceID], views: [View]) { (self.devices, self.views) = (devices, views) }

    public func writeFields(to writer: inout MessageWriter) {
        writer.put(CodingKeys.devices, devices)
        writer.put(CodingKeys.views, views)
    }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        devices = try reader.take(CodingKeys.devices)
        views = try reader.take(CodingKeys.views)
    }
}

/// The feed of devices with changes. A change of place, allowed list or claim contains only the device's id;
/// `ReviewViews` returns places and who may see them. The feed is in the memory of the process that made the changes
/// (decision 29), so a follower must follow each replica of the location service, from its current position.
public enum ChangedDevices {
    public static let feed = FeedName(rawValue: "devices")
    /// The feed of the same changes, one by one, with the new places as their values, for edges that serve WebSockets.
    public static let feedWithPoints = FeedName(rawValue: "devices with points")
}

/// The new places of a device, in the order of their request. Empty if the process has dropped them, so that the
/// follower asks for the current place. A change of anything else has no value.
public struct ChangedPoints: Codable, Hashable, Sendable, DirectFields {
    public var locations: [Location]

    enum CodingKeys: Int, CodingKey { case locations = 0 }

    public init(_ locations: [Location]) { self.locations = locations }

    public func writeFields(to writer: inout MessageWriter) { writer.put(CodingKeys.locations, locations) }

    public init(readingFields reader: inout MessageReader) throws(UnsupportedEncoding) {
        locations = try reader.take(CodingKeys.locations)
    }
}

/// Reads the key from which edges derive the ids of live events. It is in the database, so all replicas return the same
/// key, and a broken stream continues at any edge (decision 29).
public struct GetEventKey: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.location, 63)

    public init() {}

    public struct Reply: Codable, Sendable {
        /// The key: 32 bytes in base64url.
        public var key: SecretText

        enum CodingKeys: Int, CodingKey { case key = 0 }

        public init(key: SecretText) { self.key = key }
    }
}
