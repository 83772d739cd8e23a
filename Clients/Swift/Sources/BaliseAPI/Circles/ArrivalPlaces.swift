public import BaliseJSON
public import Foundation

/// A new place: the body of POST users/me/arrivals.
public struct CreateArrivalPlaceRequest: JSONConvertible, Hashable {
    /// 1 to 128 characters.
    public var name: String
    /// The id of a device that the user has claimed.
    public var device: String
    /// Of the centre, in degrees.
    public var latitude: Double
    /// Of the centre, in degrees.
    public var longitude: Double
    /// In metres, 100 to 10,000.
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

/// Changes: the body of PATCH users/me/arrivals/{id}. A member that is nil changes nothing.
public struct ChangeArrivalPlaceRequest: JSONConvertible, Hashable {
    /// 1 to 128 characters.
    public var name: String?
    /// The accounts that are notified from now on.
    public var watchers: [String]?

    public init(name: String? = nil, watchers: [String]? = nil) { (self.name, self.watchers) = (name, watchers) }
}

/// A place of the user, about which members of circles are notified.
public struct BaliseArrivalPlace: JSONConvertible, Hashable {
    /// Names the place in calls.
    public var id: String
    /// The name, which the notices contain.
    public var name: String
    /// The id of the device.
    public var device: String
    /// Of the centre, in degrees.
    public var latitude: Double
    /// Of the centre, in degrees.
    public var longitude: Double
    /// In metres.
    public var radius: Int
    /// The accounts that are notified.
    public var watchers: [String]
    /// When it was made.
    public var createdAt: Date
    /// Whether the device is there; nil before its first clear report.
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
    /// Names the place in calls.
    public var id: String
    /// The name.
    public var name: String
    /// The account whose arrivals they are.
    public var account: String

    public init(id: String, name: String, account: String) {
        (self.id, self.name, self.account) = (id, name, account)
    }
}

/// The answer of GET users/me/arrivals in an envelope.
public struct BaliseArrivalPlaceList: JSONConvertible, Hashable {
    /// The user's own places, the latest first.
    public var places: [BaliseArrivalPlace]
    /// Those of others, about which the user is notified.
    public var watched: [WatchedArrivalPlace]

    public init(places: [BaliseArrivalPlace], watched: [WatchedArrivalPlace]) {
        (self.places, self.watched) = (places, watched)
    }
}
