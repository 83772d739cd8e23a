public import BaliseJSON
public import Foundation

/// The user's position: the body of PUT users/me/position.
public struct SetPositionRequest: JSONConvertible, Hashable {
    /// Degrees from -90 to 90.
    public var latitude: Double
    /// Degrees from -180 to 180.
    public var longitude: Double
    /// In metres, 0 to 100,000; nil when unknown.
    public var accuracy: Double?
    /// When the user was there; nil for now.
    @InMilliseconds public var timestamp: Date?

    /// Makes a body of these members; nil leaves one out.
    public init(latitude: Double, longitude: Double, accuracy: Double? = nil, timestamp: Date? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.accuracy = accuracy
        self.timestamp = timestamp
    }
}
