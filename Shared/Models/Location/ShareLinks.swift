public import CBOR

/// Identifies a share link for its owner. It does not open the link.
public struct ShareLinkID: OpaqueID, DirectlyCoded {
    public let text: String

    public init?(_ text: String) {
        guard Self.isValid(text) else { return nil }
        self.text = text
    }

    public func write(to writer: inout MessageWriter) { writer.write(text) }

    public init(reading reader: inout MessageReader) throws(UnsupportedEncoding) {
        guard let value = ShareLinkID(try reader.readText()) else { throw UnsupportedEncoding() }
        self = value
    }
}

/// A link that shows a device's place to everyone who has it. The location service stores only a hash of its token.
public struct ShareLink: Codable, Hashable, Sendable {
    public var id: ShareLinkID
    public var device: DeviceID
    public var name: String
    public var createdAt: UnixTime
    /// The latest time at which the link ends; once the device has arrived, the time of the arrival.
    public var endsAt: UnixTime
    public var state: ShareLinkState
    public var precision: PlacePrecision
    public var arrival: ShareLinkArrival?
    public var hasPassword: Bool
    /// The largest number of browsers that may open the link; nil for any number.
    public var maximumViewers: Int?
    /// The browsers that have opened the link, in the order of their numbers.
    public var viewers: [ShareLinkViewer]

    enum CodingKeys: Int, CodingKey {
        case id = 0, device, name, createdAt, endsAt, state, precision, arrival, hasPassword, maximumViewers, viewers
    }

    public init(
        id: ShareLinkID, device: DeviceID, name: String, createdAt: UnixTime, endsAt: UnixTime, state: ShareLinkState,
        precision: PlacePrecision, arrival: ShareLinkArrival? = nil, hasPassword: Bool = false,
        maximumViewers: Int? = nil, viewers: [ShareLinkViewer] = []
    ) {
        (self.id, self.device, self.name, self.createdAt, self.endsAt) = (id, device, name, createdAt, endsAt)
        (self.state, self.precision, self.arrival, self.hasPassword) = (state, precision, arrival, hasPassword)
        (self.maximumViewers, self.viewers) = (maximumViewers, viewers)
    }
}

/// The place whose arrival ends a share link.
public struct ShareLinkArrival: Codable, Hashable, Sendable {
    public var coordinate: Coordinate
    /// The radius in metres.
    public var radius: Int

    enum CodingKeys: Int, CodingKey { case coordinate = 0, radius }

    public init(coordinate: Coordinate, radius: Int) { (self.coordinate, self.radius) = (coordinate, radius) }
}

/// A browser that has opened a share link.
public struct ShareLinkViewer: Codable, Hashable, Sendable {
    /// The browser's number, from 1, in the order of the first views.
    public var number: Int
    public var firstAt: UnixTime
    public var lastAt: UnixTime
    /// How often the browser has opened the page.
    public var views: Int

    enum CodingKeys: Int, CodingKey { case number = 0, firstAt, lastAt, views }

    public init(number: Int, firstAt: UnixTime, lastAt: UnixTime, views: Int) {
        (self.number, self.firstAt, self.lastAt, self.views) = (number, firstAt, lastAt, views)
    }
}

/// The party that acts for a device: an account that has claimed the device, or the holder of its key.
public struct ShareLinkOwner: Codable, Sendable {
    /// The account; nil for the holder of the key.
    public var account: AccountID?
    /// The device; nil for all devices of the account.
    public var device: DeviceID?
    public var key: DeviceKey?

    enum CodingKeys: Int, CodingKey { case account = 0, device, key }

    public init(account: AccountID, device: DeviceID? = nil) { (self.account, self.device) = (account, device) }

    public init(device: DeviceID, key: DeviceKey?) { (self.device, self.key) = (device, key) }

    var routingKey: RoutingKey? { device.map(RoutingKey.init) ?? account.map(RoutingKey.init) }
}

/// Creates a share link. Only this reply contains its token. Errors: `invalidRequest` with the wrong member; `notFound`
/// if the account has not claimed the device; `forbidden` for a missing or wrong key, and if others have changed the
/// key since the claim; `conflict` if the device has too many links.
public struct CreateShareLink: RequestFromEdge {
    public static let serviceCode = ServiceCode(.location, 90)
    public var routingKey: RoutingKey? { owner.routingKey }

    /// The largest number of open links of a device.
    public static let maximumCount = 32

    public struct Reply: Codable, Sendable {
        public var link: ShareLink
        /// The token: 128 random bits in base64url.
        public var token: SecretText

        enum CodingKeys: Int, CodingKey { case link = 0, token }

        public init(link: ShareLink, token: SecretText) { (self.link, self.token) = (link, token) }
    }

    /// The owner, with the device that the link shows.
    public var owner: ShareLinkOwner
    /// The name; nil for a name that the server makes.
    public var name: String?
    /// The time when the link ends at the latest.
    public var endsAt: UnixTime
    public var arrival: ShareLinkArrival?
    public var precision: PlacePrecision
    public var password: SecretText?
    public var maximumViewers: Int?

    enum CodingKeys: Int, CodingKey { case owner = 0, name, endsAt, arrival, precision, password, maximumViewers }

    public init(
        owner: ShareLinkOwner, name: String? = nil, endsAt: UnixTime, arrival: ShareLinkArrival? = nil,
        precision: PlacePrecision = .exact, password: SecretText? = nil, maximumViewers: Int? = nil
    ) {
        (self.owner, self.name, self.endsAt, self.arrival) = (owner, name, endsAt, arrival)
        (self.precision, self.password, self.maximumViewers) = (precision, password, maximumViewers)
    }
}

/// Lists the links of a device, or of all devices of an account, the latest first: open links, and links that ended in
/// the last 30 days. Errors: as for `CreateShareLink`.
public struct ListShareLinks: RequestFromEdge, IdempotentRequest {
    public typealias Reply = [ShareLink]
    public static let serviceCode = ServiceCode(.location, 91)
    public var routingKey: RoutingKey? { owner.routingKey }

    /// The largest number of links in one answer.
    public static let maximumCount = 500

    public var owner: ShareLinkOwner

    enum CodingKeys: Int, CodingKey { case owner = 0 }

    public init(owner: ShareLinkOwner) { self.owner = owner }
}

/// Renames a link, lets it end earlier, or makes its places coarser. Errors: as for `CreateShareLink`; `notFound` for
/// an unknown link; `conflict` for a link that has ended.
public struct ChangeShareLink: RequestFromEdge, IdempotentRequest {
    public typealias Reply = ShareLink
    public static let serviceCode = ServiceCode(.location, 92)
    public var routingKey: RoutingKey? { owner.routingKey }

    public var owner: ShareLinkOwner
    public var id: ShareLinkID
    /// The new name. Like the other members, nil changes nothing.
    public var name: String?
    public var endsAt: UnixTime?
    public var precision: PlacePrecision?

    enum CodingKeys: Int, CodingKey { case owner = 0, id, name, endsAt, precision }

    public init(
        owner: ShareLinkOwner, id: ShareLinkID, name: String? = nil, endsAt: UnixTime? = nil,
        precision: PlacePrecision? = nil
    ) {
        (self.owner, self.id, self.name) = (owner, id, name)
        (self.endsAt, self.precision) = (endsAt, precision)
    }
}

/// Ends a link at once. Succeeds even if the link has already ended. Errors: as for `ChangeShareLink`.
public struct EndShareLink: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.location, 93)
    public var routingKey: RoutingKey? { owner.routingKey }

    public var owner: ShareLinkOwner
    public var id: ShareLinkID

    enum CodingKeys: Int, CodingKey { case owner = 0, id }

    public init(owner: ShareLinkOwner, id: ShareLinkID) { (self.owner, self.id) = (owner, id) }
}

/// Finds the link of a token. Records no view and reveals no place. Errors: `notFound` for an unknown token,
/// `tokenExpired` if the link has ended, `forbidden` for a new browser if the link has as many viewers as it may.
public struct FindShareLink: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.location, 94)
    public var routingKey: RoutingKey? { RoutingKey(token) }

    public struct Reply: Codable, Hashable, Sendable {
        /// Whether this browser must show the link's password.
        public var needsPassword: Bool
        /// Whether this browser has opened the link before.
        public var isViewer: Bool

        enum CodingKeys: Int, CodingKey { case needsPassword = 0, isViewer }

        public init(needsPassword: Bool, isViewer: Bool) {
            (self.needsPassword, self.isViewer) = (needsPassword, isViewer)
        }
    }

    public var token: SecretText
    /// The secret of the browser's cookie; nil if the browser has no cookie.
    public var viewer: SecretText?

    enum CodingKeys: Int, CodingKey { case token = 0, viewer }

    public init(token: SecretText, viewer: SecretText? = nil) { (self.token, self.viewer) = (token, viewer) }
}

/// Opens a link for a browser, and records the view before the reply shows a place. Errors: as for `FindShareLink`;
/// `authenticationRequired` without a needed password, `wrongCredentials` for a wrong password, `rateLimited` after too
/// many wrong passwords, or too many new viewers from a network.
public struct OpenShareLink: RequestFromEdge {
    public static let serviceCode = ServiceCode(.location, 95)
    public var routingKey: RoutingKey? { RoutingKey(token) }

    public struct Reply: Codable, Sendable {
        public var view: SharedView
        /// The secret for the browser's cookie.
        public var viewer: SecretText

        enum CodingKeys: Int, CodingKey { case view = 0, viewer }

        public init(view: SharedView, viewer: SecretText) { (self.view, self.viewer) = (view, viewer) }
    }

    public var token: SecretText
    /// The secret of the browser's cookie; nil for a new viewer.
    public var viewer: SecretText?
    public var password: SecretText?
    /// Whether a known viewer continues the same view, for example because the page's stream broke off.
    public var continues: Bool

    enum CodingKeys: Int, CodingKey { case token = 0, viewer, password, continues }

    public init(token: SecretText, viewer: SecretText? = nil, password: SecretText? = nil, continues: Bool = false) {
        (self.token, self.viewer) = (token, viewer)
        (self.password, self.continues) = (password, continues)
    }
}

/// A link as one of its viewers sees it. The edge shows neither the id nor the device.
public struct SharedView: Codable, Hashable, Sendable {
    public var link: ShareLinkID
    /// The viewer's number, from 1, in the order of the first views.
    public var viewer: Int
    public var device: DeviceID
    public var name: String
    public var endsAt: UnixTime
    public var precision: PlacePrecision
    public var endsOnArrival: Bool
    /// The place; nil while the device has no place that the link shows.
    public var found: GetLocation.LocationResult?

    enum CodingKeys: Int, CodingKey {
        case link = 0, viewer, device, name, endsAt, precision, endsOnArrival, found
    }

    public init(
        link: ShareLinkID, viewer: Int, device: DeviceID, name: String, endsAt: UnixTime, precision: PlacePrecision,
        endsOnArrival: Bool = false, found: GetLocation.LocationResult? = nil
    ) {
        (self.link, self.viewer, self.device, self.name) = (link, viewer, device, name)
        (self.endsAt, self.precision, self.endsOnArrival, self.found) = (endsAt, precision, endsOnArrival, found)
    }
}

/// Records that a viewer still looks at a link's page. Errors: as for `FindShareLink`; `notFound` also for a replaced
/// viewer.
public struct RenewSharedView: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.location, 96)
    public var routingKey: RoutingKey? { RoutingKey(link.text) }

    public struct Reply: Codable, Hashable, Sendable {
        /// The place; nil while the device has no place that the link shows.
        public var found: GetLocation.LocationResult?

        enum CodingKeys: Int, CodingKey { case found = 0 }

        public init(found: GetLocation.LocationResult?) { self.found = found }
    }

    public var link: ShareLinkID
    public var viewer: Int

    enum CodingKeys: Int, CodingKey { case link = 0, viewer }

    public init(link: ShareLinkID, viewer: Int) { (self.link, self.viewer) = (link, viewer) }
}
