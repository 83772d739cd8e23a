public import BaliseJSON
public import Foundation

/// A point of a device's history.
public struct DeviceHistoryPoint: JSONConvertible, Hashable {
    /// When the device was there, by its own clock; nil if the device reported a time that cannot be read.
    @InMilliseconds public var at: Date?
    /// The latitude in degrees, -90 to 90.
    public var latitude: Double
    /// The longitude in degrees, -180 to 180.
    public var longitude: Double
    /// The radius of uncertainty in metres.
    public var accuracy: Double?
    /// The altitude in metres.
    public var altitude: Double?
    /// The speed in metres per second.
    public var speed: Double?
    /// The battery level in percent.
    public var batteryLevel: Double?

    public init(
        at: Date?, latitude: Double, longitude: Double, accuracy: Double? = nil, altitude: Double? = nil,
        speed: Double? = nil, batteryLevel: Double? = nil
    ) {
        (self.latitude, self.longitude, self.accuracy) = (latitude, longitude, accuracy)
        (self.altitude, self.speed, self.batteryLevel) = (altitude, speed, batteryLevel)
        self.at = at
    }
}

/// A page of the history of a claimed device, the newest points first: the answer of GET
/// users/me/location-devices/{device}/history in an envelope.
public struct DeviceHistoryPage: JSONConvertible, Hashable {
    /// The points.
    public var points: [DeviceHistoryPoint]
    /// The cursor of the next page; nil on the last page.
    @Nullable public var nextCursor: String?

    public init(points: [DeviceHistoryPoint], nextCursor: String? = nil) {
        self.points = points
        self.nextCursor = nextCursor
    }
}

/// The number of deleted points: the answer of DELETE users/me/location-devices/{device}/history in an envelope.
public struct DeletedHistory: JSONConvertible, Hashable {
    /// The number of deleted points, without the current place, which stays.
    public var deleted: Int

    public init(deleted: Int) { self.deleted = deleted }
}

/// How long the history of a claimed device is kept: the answer of GET, PUT and DELETE
/// users/me/location-devices/{device}/history/retention in an envelope.
public struct DeviceHistoryRetention: JSONConvertible, Hashable {
    /// The number of days; nil if no limit of days applies.
    @Nullable public var days: Int?
    /// The largest number of points that this server keeps of a device.
    public var maximumPoints: Int

    public init(days: Int? = nil, maximumPoints: Int) {
        self.maximumPoints = maximumPoints
        self.days = days
    }
}

/// For how many days the history is kept: the body of PUT users/me/location-devices/{device}/history/retention.
public struct SetHistoryRetentionRequest: JSONConvertible, Hashable {
    /// The number of days, 1 to 3,650.
    public var days: Int

    public init(days: Int) { self.days = days }
}

/// The result of a GPX import: the answer of POST users/me/location-devices/{device}/history.gpx in an envelope.
public struct ImportedHistory: JSONConvertible, Hashable {
    /// The number of new points.
    public var stored: Int
    /// The number of points that were not stored because their time was already in the history, or twice in the file.
    public var known: Int
    /// The number of oldest points that exceed the limit of the history and so were not kept.
    public var dropped: Int
    /// The number of track points without a time, which cannot be stored.
    public var untimed: Int

    public init(stored: Int, known: Int, dropped: Int, untimed: Int) {
        (self.stored, self.known) = (stored, known)
        (self.dropped, self.untimed) = (dropped, untimed)
    }
}
