// Where a person was, as part of what GET users/me/position answers.

public import BaliseJSON
public import Foundation

/// Where a person was last.
public struct BalisePosition: JSONConvertible, Hashable {
    /// Degrees from -90 to 90.
    public var latitude: Double
    /// Degrees from -180 to 180.
    public var longitude: Double
    /// Metres; nil when the app did not say.
    public var accuracy: Double?
    /// When the person was there.
    public var timestamp: Date

    /// Makes a body of these members; nil leaves one out.
    public init(latitude: Double, longitude: Double, accuracy: Double? = nil, timestamp: Date) {
        self.latitude = latitude
        self.longitude = longitude
        self.accuracy = accuracy
        self.timestamp = timestamp
    }
}
