public import BaliseJSON
public import Foundation

/// The user's last position: part of the answer of GET users/me/position.
public struct BalisePosition: JSONConvertible, Hashable {
    /// Degrees from -90 to 90.
    public var latitude: Double
    /// Degrees from -180 to 180.
    public var longitude: Double
    /// In metres; nil if the app sent none.
    public var accuracy: Double?
    /// When the user was there.
    public var timestamp: Date

    /// Makes a body of these members; nil leaves one out.
    public init(latitude: Double, longitude: Double, accuracy: Double? = nil, timestamp: Date) {
        self.latitude = latitude
        self.longitude = longitude
        self.accuracy = accuracy
        self.timestamp = timestamp
    }
}
