/// Observes where this device is, also in the background: Core Location on an iPhone (`BackgroundLocationSource`), a
/// script in tests (`ScriptedLocationSource` of `BaliseTesting`).
public protocol LocationSource: Sendable {
    /// The events from now on, for one reader. Ending the reader stops the observation.
    func events() -> AsyncStream<LocationEvent>

    /// Starts what the observation names, and stops everything else. Of several calls in a row the last one counts.
    func observe(_ observation: LocationObservation)
}

/// The things that a source observes.
public struct LocationObservation: Hashable, Sendable {
    /// Nothing at all.
    public static let nothing = LocationObservation()

    /// Large moves and visits, which need little battery. They start the app again after the system has ended it.
    public var changes: Bool
    /// Every move. The app keeps running in the background.
    public var updates: Bool
    /// A circle; the source reports ``LocationEvent/left`` when the device leaves it.
    public var boundary: Boundary?

    public init(changes: Bool = false, updates: Bool = false, boundary: Boundary? = nil) {
        (self.changes, self.updates, self.boundary) = (changes, updates, boundary)
    }

    /// A circle on the ground.
    public struct Boundary: Hashable, Sendable {
        /// Degrees, -90 to 90.
        public var latitude: Double
        /// Degrees, -180 to 180.
        public var longitude: Double
        /// In metres.
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
    /// The user's permission, at first and after each change.
    case permission(LocationPermission)
}

/// Whether the user lets the app use the location.
public enum LocationPermission: Hashable, Sendable {
    /// The app has not asked yet.
    case undecided
    /// Not at all.
    case denied
    /// While the app is used. The system then neither reports large moves nor starts the app again.
    case whenInUse
    /// Also in the background.
    case always
}
