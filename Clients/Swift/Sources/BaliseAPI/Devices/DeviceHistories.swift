public import BaliseJSON
public import Foundation

/// A point of a device's history.
public struct DeviceHistoryPoint: JSONConvertible, Hashable {
    /// When the device was there, by its own clock; nil if it reported a time that cannot be read.
    @InMilliseconds public var at: Date?
    /// Degrees from -90 to 90.
    public var latitude: Double
    /// Degrees from -180 to 180.
    public var longitude: Double
    /// In metres.
    public var accuracy: Double?
    /// In metres.
    public var altitude: Double?
    /// In metres per second.
    public var speed: Double?
    /// In percent.
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
    /// The cursor of the next page; nil on the last.
    @Nullable public var nextCursor: String?

    public init(points: [DeviceHistoryPoint], nextCursor: String? = nil) {
        self.points = points
        self.nextCursor = nextCursor
    }
}

/// The number of deleted points: the answer of DELETE users/me/location-devices/{device}/history in an envelope.
public struct DeletedHistory: JSONConvertible, Hashable {
    /// Without the current place, which stays.
    public var deleted: Int

    public init(deleted: Int) { self.deleted = deleted }
}

/// How long the history of a claimed device is kept: the answer of GET, PUT and DELETE
/// users/me/location-devices/{device}/history/retention in an envelope.
public struct DeviceHistoryRetention: JSONConvertible, Hashable {
    /// Nil for no limit of days.
    @Nullable public var days: Int?
    /// The most points that this server keeps of a device.
    public var maximumPoints: Int

    public init(days: Int? = nil, maximumPoints: Int) {
        self.maximumPoints = maximumPoints
        self.days = days
    }
}

/// For how many days the history is kept: the body of PUT users/me/location-devices/{device}/history/retention.
public struct SetHistoryRetentionRequest: JSONConvertible, Hashable {
    /// From 1 to 3,650.
    public var days: Int

    public init(days: Int) { self.days = days }
}

/// The result of an import of a GPX file: the answer of POST users/me/location-devices/{device}/history.gpx in an envelope.
public struct ImportedHistory: JSONConvertible, Hashable {
    /// The number of new points.
    public var stored: Int
    /// The number of points whose time was in the history already, or twice in the file.
    public var known: Int
    /// The number of oldest points that the history has no room for.
    public var dropped: Int
    /// The number of track points without a time, which are no history.
    public var untimed: Int

    public init(stored: Int, known: Int, dropped: Int, untimed: Int) {
        (self.stored, self.known) = (stored, known)
        (self.dropped, self.untimed) = (dropped, untimed)
    }
}
