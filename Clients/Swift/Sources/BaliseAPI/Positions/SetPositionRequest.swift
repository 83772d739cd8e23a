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
    public var timestamp: Date?

    /// Makes a body of these members; nil leaves one out.
    public init(latitude: Double, longitude: Double, accuracy: Double? = nil, timestamp: Date? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.accuracy = accuracy
        self.timestamp = timestamp
    }

    public init(_ json: JSONValue) throws(JSONShapeError) {
        latitude = try json.needed("latitude")
        longitude = try json.needed("longitude")
        accuracy = try json.optional("accuracy")
        timestamp = try json.optional("timestamp")
    }

    public func write(to json: inout JSONObject) {
        json.set("latitude", latitude)
        json.set("longitude", longitude)
        json.set("accuracy", accuracy)
        json.set("timestamp", timestamp, to: .milliseconds)
    }
}
