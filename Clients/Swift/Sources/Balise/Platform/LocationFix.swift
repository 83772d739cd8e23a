public import Foundation

/// A reading of the location service, in the form of Core Location: negative values mean unknown.
public struct LocationFix: Hashable, Sendable {
    /// The time at which the service made the reading.
    public var recordedAt: Date
    /// The latitude in degrees, -90 to 90.
    public var latitude: Double
    /// The longitude in degrees, -180 to 180.
    public var longitude: Double
    /// The accuracy in metres; negative when the place is invalid.
    public var horizontalAccuracy: Double
    /// The altitude in metres above the sea.
    public var altitude: Double
    /// The accuracy of the altitude in metres; negative or 0 when the altitude is invalid.
    public var verticalAccuracy: Double
    /// The speed in metres per second; negative when unknown.
    public var speed: Double
    /// The battery level in percent; nil when unknown.
    public var batteryLevel: Double?

    /// Creates a fix, by default without altitude, speed and battery level.
    public init(
        recordedAt: Date, latitude: Double, longitude: Double, horizontalAccuracy: Double, altitude: Double = 0,
        verticalAccuracy: Double = -1, speed: Double = -1, batteryLevel: Double? = nil
    ) {
        (self.recordedAt, self.latitude, self.longitude) = (recordedAt, latitude, longitude)
        (self.horizontalAccuracy, self.altitude) = (horizontalAccuracy, altitude)
        (self.verticalAccuracy, self.speed, self.batteryLevel) = (verticalAccuracy, speed, batteryLevel)
    }
}

extension LocationFix {
    /// The largest age of a fix in seconds at which the device probably is still in the same city.
    private static let cityLifetime: TimeInterval = 3600

    /// Whether the fix still names the device's city: the last place that a system knows may be days old.
    func tellsCity(at now: Date) -> Bool {
        horizontalAccuracy >= 0 && abs(now.timeIntervalSince(recordedAt)) <= Self.cityLifetime
    }
}

extension DeviceLocation {
    /// Creates a place from a fix, without unknown and impossible values. Nil for an invalid fix, and for an accuracy
    /// above the servers' limit of 10 km: a limited accuracy would show a false certainty on a map.
    public init?(_ fix: LocationFix) {
        self.init(
            recordedAt: fix.recordedAt, latitude: fix.latitude, longitude: fix.longitude,
            horizontalAccuracy: fix.horizontalAccuracy, speed: fix.speed >= 0 ? fix.speed : nil,
            batteryLevel: fix.batteryLevel, altitude: fix.verticalAccuracy > 0 ? fix.altitude : nil)
        // A bad speed, battery level or altitude is dropped, so that the place itself is not lost.
        if let speed, !(0...1000).contains(speed) { self.speed = nil }
        if let batteryLevel, !(0...100).contains(batteryLevel) { self.batteryLevel = nil }
        if let altitude, !(-1000...100_000).contains(altitude) { self.altitude = nil }
        guard flaw == nil else { return nil }
    }
}

/// A source of this device's places: Core Location on Apple systems, a file or a script elsewhere.
public protocol LocationFixSource: Sendable {
    /// Returns the places from now on, until the source ends or the permission is withdrawn. When the reader stops, the
    /// source stops observing.
    func fixes() -> AsyncStream<LocationFix>
}
