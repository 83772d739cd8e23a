public import BaliseJSON
public import Foundation

/// A new place: the body of POST users/me/arrivals.
public struct CreateArrivalPlaceRequest: JSONConvertible, Hashable {
    /// The name of the place, 1 to 128 characters.
    public var name: String
    /// The id of a device that the user has claimed.
    public var device: String
    /// The latitude of the centre in degrees.
    public var latitude: Double
    /// The longitude of the centre in degrees.
    public var longitude: Double
    /// The radius in metres, 100 to 10,000.
    public var radius: Int
    /// The accounts that are notified, 1 to 16 members of the user's circles.
    public var watchers: [String]

    public init(
        name: String, device: String, latitude: Double, longitude: Double, radius: Int, watchers: [String]
    ) {
        (self.name, self.device, self.latitude, self.longitude) = (name, device, latitude, longitude)
        (self.radius, self.watchers) = (radius, watchers)
    }
}

/// Changes to a place: the body of PATCH users/me/arrivals/{id}. A member that is nil changes nothing.
public struct ChangeArrivalPlaceRequest: JSONConvertible, Hashable {
    /// The new name, 1 to 128 characters.
    public var name: String?
    /// The accounts that are notified from now on, instead of the earlier accounts.
    public var watchers: [String]?

    public init(name: String? = nil, watchers: [String]? = nil) { (self.name, self.watchers) = (name, watchers) }
}

/// An arrival or a departure that the user's phone has observed itself: the body of POST
/// users/me/arrivals/{id}/events.
public struct ReportArrivalRequest: JSONConvertible, Hashable {
    /// Whether the device has arrived; false if it has left.
    public var isInside: Bool
    /// When the change began, by the phone's clock.
    public var at: Date

    public init(isInside: Bool, at: Date) { (self.isInside, self.at) = (isInside, at) }
}

/// A place of the user. Members of the user's circles are notified of arrivals and departures there.
public struct BaliseArrivalPlace: JSONConvertible, Hashable {
    /// The id that names the place in calls.
    public var id: String
    /// The name, which appears in the notices.
    public var name: String
    /// The id of the device whose arrivals are noticed.
    public var device: String
    /// The latitude of the centre in degrees.
    public var latitude: Double
    /// The longitude of the centre in degrees.
    public var longitude: Double
    /// The radius in metres.
    public var radius: Int
    /// The accounts that are notified.
    public var watchers: [String]
    /// When the place was created.
    public var createdAt: Date
    /// Whether the device is at the place; nil before the first report that is clearly inside or outside.
    public var isInside: Bool?

    public init(
        id: String, name: String, device: String, latitude: Double, longitude: Double, radius: Int,
        watchers: [String], createdAt: Date, isInside: Bool? = nil
    ) {
        (self.id, self.name, self.device) = (id, name, device)
        (self.latitude, self.longitude, self.radius) = (latitude, longitude, radius)
        (self.watchers, self.createdAt, self.isInside) = (watchers, createdAt, isInside)
    }
}

/// A place of another member of a circle, about which the user is notified.
public struct WatchedArrivalPlace: JSONConvertible, Hashable {
    /// The id that names the place in calls.
    public var id: String
    /// The name of the place.
    public var name: String
    /// The account of the member whose arrivals are noticed.
    public var account: String

    public init(id: String, name: String, account: String) {
        (self.id, self.name, self.account) = (id, name, account)
    }
}

/// The user's own and watched places: the answer of GET users/me/arrivals in an envelope.
public struct BaliseArrivalPlaceList: JSONConvertible, Hashable {
    /// The user's own places, the latest first.
    public var places: [BaliseArrivalPlace]
    /// The places of other users about which the user is notified.
    public var watched: [WatchedArrivalPlace]
    /// The accounts that cannot name the user as a watcher, because the user has stopped watching one of their places;
    /// nil without such accounts.
    public var refused: [String]?

    public init(places: [BaliseArrivalPlace], watched: [WatchedArrivalPlace], refused: [String]? = nil) {
        (self.places, self.watched, self.refused) = (places, watched, refused)
    }
}
