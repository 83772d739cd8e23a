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

    public init(latitude: Double, longitude: Double, accuracy: Double? = nil, timestamp: Date) {
        (self.latitude, self.longitude, self.accuracy) = (latitude, longitude, accuracy)
        self.timestamp = timestamp
    }
}

/// The stored position: the answer of GET users/me/position and PUT users/me/position/consent, in an envelope.
public struct PositionStatusResponse: JSONConvertible, Hashable {
    /// Nil if none is stored.
    @Nullable public var position: BalisePosition?
    /// False if the user forbids storing positions.
    public var allowed: Bool

    /// Makes a body of these members; nil is said as `null`.
    public init(position: BalisePosition? = nil, allowed: Bool) {
        self.position = position
        self.allowed = allowed
    }
}

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

    public init(latitude: Double, longitude: Double, accuracy: Double? = nil, timestamp: Date? = nil) {
        (self.latitude, self.longitude, self.accuracy) = (latitude, longitude, accuracy)
        self.timestamp = timestamp
    }
}

/// Whether a position was stored: the answer of PUT users/me/position in an envelope.
public struct PositionKeptResponse: JSONConvertible, Hashable {
    /// False if the user forbids it, or if the server has a newer one.
    public var kept: Bool

    public init(kept: Bool) { self.kept = kept }
}

/// Whether the user allows storing positions: the body of PUT users/me/position/consent.
public struct AllowPositionsRequest: JSONConvertible, Hashable {
    /// False also erases the stored position.
    public var allowed: Bool

    public init(allowed: Bool) { self.allowed = allowed }
}
