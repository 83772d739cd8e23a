public import BaliseJSON
public import Foundation

/// A new share link: the body of POST users/me/share-links.
public struct CreateShareLinkRequest: JSONConvertible, Hashable {
    /// The id of a device that the user has claimed.
    public var device: String
    /// The end of the link, and what its viewers see. The body contains these members beside `device`.
    @Flattened public var options: ShareLinkOptions

    public init(device: String, options: ShareLinkOptions) {
        self.device = device
        self.options = options
    }

    /// The error for an invalid `device`.
    public static let invalidDevice = JSONShapeError(.isNot("the id of a device"), at: CodingKeys.device)
}

/// The end of a share link, and what its viewers see.
public struct ShareLinkOptions: JSONConvertible, Hashable {
    /// The name, 1 to 60 characters, which the owner and the viewers see; nil for a name that the server makes.
    public var name: String?
    /// The time when the link ends at the latest, at most 31 days from now.
    public var endsAt: Date
    /// The place whose arrival ends the link earlier; nil if no arrival ends it.
    public var arrival: BaliseArrival?
    /// How exactly viewers see the place; nil means `exact`.
    public var precision: PlacePrecision?
    /// The password that viewers need, 6 to 128 characters; nil for a link without a password.
    public var password: SecretText?
    /// The largest number of browsers that may open the link, 1 to 100; nil for any number.
    public var maximumViewers: Int?

    public init(
        name: String? = nil, endsAt: Date, arrival: BaliseArrival? = nil, precision: PlacePrecision? = nil,
        password: SecretText? = nil, maximumViewers: Int? = nil
    ) {
        (self.name, self.endsAt, self.arrival) = (name, endsAt, arrival)
        (self.precision, self.password, self.maximumViewers) = (precision, password, maximumViewers)
    }

    /// The error for an invalid `arrival`.
    public static let invalidArrival = JSONShapeError(.isNot("a place"), at: CodingKeys.arrival)
}

/// The place whose arrival ends a share link.
public struct BaliseArrival: JSONConvertible, Hashable {
    /// The latitude in degrees, -90 to 90.
    public var latitude: Double
    /// The longitude in degrees, -180 to 180.
    public var longitude: Double
    /// The radius in metres, 50 to 10,000. The device arrives when it has been within the radius for two minutes.
    public var radius: Int

    public init(latitude: Double, longitude: Double, radius: Int) {
        (self.latitude, self.longitude, self.radius) = (latitude, longitude, radius)
    }
}

/// Changes to a share link: the body of PATCH users/me/share-links/{id}. A member that is nil changes nothing.
public struct ChangeShareLinkRequest: JSONConvertible, Hashable {
    /// The new name.
    public var name: String?
    /// The new end, which must be earlier than the current end.
    @InMilliseconds public var endsAt: Date?
    /// The new precision, which must be coarser than the current precision.
    public var precision: PlacePrecision?

    public init(name: String? = nil, endsAt: Date? = nil, precision: PlacePrecision? = nil) {
        (self.name, self.precision) = (name, precision)
        self.endsAt = endsAt
    }
}

/// A share link as its owner sees it: part of the answer of GET users/me/share-links.
public struct BaliseShareLink: JSONConvertible, Hashable {
    /// The id that names the link in calls. It does not open the link.
    public var id: String
    /// The id of the device whose place the link shows.
    public var device: String
    /// The name of the link, which its viewers also see.
    public var name: String
    /// When the link was created.
    public var createdAt: Date
    /// When the link ends, or when it ended.
    public var endsAt: Date
    /// Whether the link shows the place, and if not, why.
    public var state: ShareLinkState
    /// How exactly the link shows the place.
    public var precision: PlacePrecision
    /// The place whose arrival ends the link; nil if no arrival ends it.
    public var arrival: BaliseArrival?
    /// Whether viewers need a password.
    public var hasPassword: Bool
    /// The largest number of browsers that may open the link; nil for any number.
    public var maximumViewers: Int?
    /// The browsers that have opened the link, in the order of their first views.
    public var viewers: [BaliseShareLinkViewer]

    public init(
        id: String, device: String, name: String, createdAt: Date, endsAt: Date, state: ShareLinkState = .open,
        precision: PlacePrecision = .exact, arrival: BaliseArrival? = nil, hasPassword: Bool = false,
        maximumViewers: Int? = nil, viewers: [BaliseShareLinkViewer] = []
    ) {
        (self.id, self.device, self.name, self.createdAt, self.endsAt) = (id, device, name, createdAt, endsAt)
        (self.state, self.precision, self.arrival, self.hasPassword) = (state, precision, arrival, hasPassword)
        (self.maximumViewers, self.viewers) = (maximumViewers, viewers)
    }
}

/// A browser that has opened a share link.
public struct BaliseShareLinkViewer: JSONConvertible, Hashable {
    /// The number of the browser, from 1, in the order of the first views.
    public var number: Int
    /// When the browser first opened the link.
    public var firstAt: Date
    /// When the browser last showed the place. For an open page, this is at most a minute ago.
    public var lastAt: Date
    /// How often the browser has opened the page.
    public var views: Int

    public init(number: Int, firstAt: Date, lastAt: Date, views: Int) {
        (self.number, self.firstAt, self.lastAt, self.views) = (number, firstAt, lastAt, views)
    }
}

/// The user's share links: the answer of GET users/me/share-links in an envelope.
public struct ShareLinkList: JSONConvertible, Hashable {
    /// The links, the latest first: open links, and links that ended in the last 30 days.
    public var links: [BaliseShareLink]
    /// The number of links.
    public var totalCount: Int

    public init(links: [BaliseShareLink], totalCount: Int) { (self.links, self.totalCount) = (links, totalCount) }
}

/// A new share link with its address: the answer of POST users/me/share-links in an envelope.
public struct CreatedShareLink: JSONConvertible, Hashable {
    /// The link.
    public var link: BaliseShareLink
    /// The secret part of the link's address. The server shows it only here.
    public var token: SecretText
    /// The address of the page, which the user passes on. Everyone who has the address can see the place.
    public var url: SecretText
    /// The address as a QR code in SVG; nil if it is longer than a QR code holds.
    public var qrCode: SecretText?

    public init(link: BaliseShareLink, token: SecretText, url: SecretText, qrCode: SecretText? = nil) {
        (self.link, self.token, self.url, self.qrCode) = (link, token, url, qrCode)
    }
}
