// What a phone's location service says, and what of it is told to a server.

public import Foundation

/// What a location service says: as Core Location has it, with its negative values for what is unknown.
public struct LocationFix: Hashable, Sendable {
    /// When the device was there.
    public var recordedAt: Date
    /// Degrees, -90 to 90.
    public var latitude: Double
    /// Degrees, -180 to 180.
    public var longitude: Double
    /// Metres; negative when the place is not valid.
    public var horizontalAccuracy: Double
    /// Metres above the sea.
    public var altitude: Double
    /// Metres; negative, or 0, when the altitude is not valid.
    public var verticalAccuracy: Double
    /// Metres per second; negative when unknown.
    public var speed: Double
    /// Percent; nil when unknown.
    public var batteryLevel: Double?

    /// What a location service says; by default without altitude, speed and battery.
    public init(
        recordedAt: Date, latitude: Double, longitude: Double, horizontalAccuracy: Double, altitude: Double = 0,
        verticalAccuracy: Double = -1, speed: Double = -1, batteryLevel: Double? = nil
    ) {
        self.recordedAt = recordedAt
        self.latitude = latitude
        self.longitude = longitude
        self.horizontalAccuracy = horizontalAccuracy
        self.altitude = altitude
        self.verticalAccuracy = verticalAccuracy
        self.speed = speed
        self.batteryLevel = batteryLevel
    }
}

extension LocationFix {
    /// For how long the device is taken to be in the city in which it was, in seconds.
    private static let cityLifetime: TimeInterval = 3600

    /// Whether the device is still in the city of this place, as far as can be told: the last place that a system knows
    /// may be days old.
    func tellsCity(at now: Date) -> Bool {
        horizontalAccuracy >= 0 && abs(now.timeIntervalSince(recordedAt)) <= Self.cityLifetime
    }
}

extension DeviceLocation {
    /// The place that a fix tells; what it does not know, or what cannot be, is left out.
    ///
    /// Nil for a fix without a usable place: an invalid one, or one that is less accurate than the 10 km that servers
    /// take. Capping the accuracy instead would show a wrong certainty on somebody's map.
    public init?(_ fix: LocationFix) {
        self.init(
            recordedAt: fix.recordedAt, latitude: fix.latitude, longitude: fix.longitude,
            horizontalAccuracy: fix.horizontalAccuracy, speed: fix.speed >= 0 ? fix.speed : nil,
            batteryLevel: fix.batteryLevel, altitude: fix.verticalAccuracy > 0 ? fix.altitude : nil)
        // A bad value of these is left out, since it must not cost the place itself.
        if let speed, !(0...1000).contains(speed) { self.speed = nil }
        if let batteryLevel, !(0...100).contains(batteryLevel) { self.batteryLevel = nil }
        if let altitude, !(-1000...100_000).contains(altitude) { self.altitude = nil }
        guard flaw == nil else { return nil }
    }
}
