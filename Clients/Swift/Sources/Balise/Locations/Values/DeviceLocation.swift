public import Foundation

/// The place of a device at one moment.
public struct DeviceLocation: Hashable, Sendable {
    /// The time by the device's own clock. Sent in whole seconds.
    public var recordedAt: Date
    /// Degrees, -90 to 90.
    public var latitude: Double
    /// Degrees, -180 to 180.
    public var longitude: Double
    /// The radius of uncertainty in metres, 0 to 10,000.
    public var horizontalAccuracy: Double
    /// Metres per second, 0 to 1,000; nil when unknown.
    public var speed: Double?
    /// Percent, 0 to 100; nil when unknown.
    public var batteryLevel: Double?
    /// Metres above the sea, -1,000 to 100,000; nil when unknown.
    public var altitude: Double?

    /// Creates a place. The ranges are checked when it is sent.
    public init(
        recordedAt: Date, latitude: Double, longitude: Double, horizontalAccuracy: Double, speed: Double? = nil,
        batteryLevel: Double? = nil, altitude: Double? = nil
    ) {
        self.recordedAt = recordedAt
        self.latitude = latitude
        self.longitude = longitude
        self.horizontalAccuracy = horizontalAccuracy
        self.speed = speed
        self.batteryLevel = batteryLevel
        self.altitude = altitude
    }
}

extension DeviceLocation {
    /// The reason why a server would refuse the place, one sentence; nil if it is valid.
    var flaw: String? {
        let seconds = recordedAt.timeIntervalSince1970
        guard seconds >= 1, seconds < 1e11 else { return "The moment of a place must lie after 1970." }
        return DeviceLocation.flaw(latitude, "latitude", within: -90...90)
            ?? DeviceLocation.flaw(longitude, "longitude", within: -180...180)
            ?? DeviceLocation.flaw(horizontalAccuracy, "horizontal accuracy", within: 0...10_000)
            ?? DeviceLocation.flaw(speed, "speed", within: 0...1000)
            ?? DeviceLocation.flaw(batteryLevel, "battery level", within: 0...100)
            ?? DeviceLocation.flaw(altitude, "altitude", within: -1000...100_000)
    }

    private static func flaw(_ value: Double?, _ name: String, within range: ClosedRange<Double>) -> String? {
        // NaN is in no range.
        guard let value, !range.contains(value) else { return nil }
        return "The \(name) must be from \(Int(range.lowerBound)) to \(Int(range.upperBound))."
    }
}
