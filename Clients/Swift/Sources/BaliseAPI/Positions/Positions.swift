public import BaliseJSON
public import Foundation

/// The user's last position: part of the answer of GET users/me/position.
public struct BalisePosition: JSONConvertible, Hashable {
    /// The latitude in degrees, -90 to 90.
    public var latitude: Double
    /// The longitude in degrees, -180 to 180.
    public var longitude: Double
    /// The accuracy in metres; nil if the app sent no accuracy.
    public var accuracy: Double?
    /// When the user was there.
    public var timestamp: Date

    public init(latitude: Double, longitude: Double, accuracy: Double? = nil, timestamp: Date) {
        (self.latitude, self.longitude, self.accuracy) = (latitude, longitude, accuracy)
        self.timestamp = timestamp
    }
}

/// The stored position: the answer of GET users/me/position and PUT users/me/position/consent, in an envelope.
public struct PositionStatusResponse: JSONConvertible, Hashable {
    /// The stored position; nil if no position is stored.
    @Nullable public var position: BalisePosition?
    /// Whether positions may be stored; false if the user forbids it.
    public var allowed: Bool

    /// Creates a status; a member that is nil is written as `null`.
    public init(position: BalisePosition? = nil, allowed: Bool) {
        self.position = position
        self.allowed = allowed
    }
}

/// The user's position: the body of PUT users/me/position.
public struct SetPositionRequest: JSONConvertible, Hashable {
    /// The latitude in degrees, -90 to 90.
    public var latitude: Double
    /// The longitude in degrees, -180 to 180.
    public var longitude: Double
    /// The accuracy in metres, 0 to 100,000; nil when unknown.
    public var accuracy: Double?
    /// When the user was there; nil for the time when the server receives the body.
    @InMilliseconds public var timestamp: Date?

    public init(latitude: Double, longitude: Double, accuracy: Double? = nil, timestamp: Date? = nil) {
        (self.latitude, self.longitude, self.accuracy) = (latitude, longitude, accuracy)
        self.timestamp = timestamp
    }
}

/// Whether a position was stored: the answer of PUT users/me/position in an envelope.
public struct PositionKeptResponse: JSONConvertible, Hashable {
    /// Whether the server stored the position. False if the user forbids it, or if the server has a newer position.
    public var kept: Bool

    public init(kept: Bool) { self.kept = kept }
}

/// Whether the user allows storing positions: the body of PUT users/me/position/consent.
public struct AllowPositionsRequest: JSONConvertible, Hashable {
    /// Whether storing is allowed; false also erases the stored position.
    public var allowed: Bool

    public init(allowed: Bool) { self.allowed = allowed }
}
