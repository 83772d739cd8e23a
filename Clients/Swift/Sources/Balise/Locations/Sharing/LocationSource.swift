public import Foundation

/// Observes where this device is, also in the background: Core Location on an iPhone (`BackgroundLocationSource`), a
/// script in tests (`ScriptedLocationSource` of `BaliseTesting`).
public protocol LocationSource: Sendable {
    /// Returns the events from now on, for one reader. The observation stops when the reader ends.
    func events() -> AsyncStream<LocationEvent>

    /// Starts what the observation names, and stops everything else. Each call replaces the previous observation.
    func observe(_ observation: LocationObservation)
}

/// The changes that a source observes.
public struct LocationObservation: Hashable, Sendable {
    /// The source observes nothing.
    public static let nothing = LocationObservation()

    /// Whether to observe large moves and visits. They use little battery, and start the app if the system ended it.
    public var changes: Bool
    /// Whether to observe every move. The app then keeps running in the background.
    public var updates: Bool
    /// A circle around the device; nil for none. The source reports ``LocationEvent/left`` when the device leaves it.
    public var boundary: Boundary?
    /// Circles whose crossings the source reports as ``LocationEvent/crossed(place:isInside:at:)``, by their ids.
    public var places: [String: Boundary]

    public init(
        changes: Bool = false, updates: Bool = false, boundary: Boundary? = nil, places: [String: Boundary] = [:]
    ) {
        (self.changes, self.updates, self.boundary, self.places) = (changes, updates, boundary, places)
    }

    /// A circle on the ground.
    public struct Boundary: Hashable, Sendable {
        /// The latitude of the centre in degrees, -90 to 90.
        public var latitude: Double
        /// The longitude of the centre in degrees, -180 to 180.
        public var longitude: Double
        /// The radius in metres.
        public var radius: Double

        public init(latitude: Double, longitude: Double, radius: Double) {
            (self.latitude, self.longitude, self.radius) = (latitude, longitude, radius)
        }
    }
}

/// An event of a source.
public enum LocationEvent: Hashable, Sendable {
    /// The device is or was at a place. The place of a visit may be hours old.
    case fix(LocationFix)
    /// The device has stopped moving.
    case stationary
    /// The device has left the boundary.
    case left
    /// The system has observed that the device is inside or outside one of ``LocationObservation/places``.
    case crossed(place: String, isInside: Bool, at: Date)
    /// The user's permission. The source reports it at first and after each change.
    case permission(LocationPermission)
}

/// Whether the user lets the app use the location.
public enum LocationPermission: Hashable, Sendable {
    /// The app has not asked the user yet.
    case undecided
    /// The app may not use the location.
    case denied
    /// The app may use the location only while the user uses it. The system then reports no large moves.
    case whenInUse
    /// The app may use the location also in the background.
    case always
}
