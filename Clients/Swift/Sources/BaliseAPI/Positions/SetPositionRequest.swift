// Where a person is: the body of PUT users/me/position.

public import BaliseJSON
public import Foundation

/// Where a person is, or was a moment ago.
public struct SetPositionRequest: JSONConvertible, Hashable {
    /// Degrees from -90 to 90.
    public var latitude: Double
    /// Degrees from -180 to 180.
    public var longitude: Double
    /// Metres, 0 to 100,000; nil when it is not known.
    public var accuracy: Double?
    /// When the person was there; nil for now.
    @InMilliseconds public var timestamp: Date?

    /// Makes a body of these members; nil leaves one out.
    public init(latitude: Double, longitude: Double, accuracy: Double? = nil, timestamp: Date? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.accuracy = accuracy
        self.timestamp = timestamp
    }
}
