/// A city and its region.
public struct ClientPlace: Hashable, Sendable {
    /// The city, `Paris`; nil if unknown.
    public var city: String?
    /// The region, `Île-de-France`; nil if unknown.
    public var region: String?

    public init(city: String?, region: String?) { (self.city, self.region) = (city, region) }
}

/// Finds the city that the device is in.
public protocol ClientPlaceSource: Sendable {
    /// Whether the user lets the app use the location. Reading this shows no prompt.
    var isAllowed: Bool { get async }

    /// Returns the device's place; nil if it is not known at the moment.
    func currentPlace() async -> ClientPlace?
}

#if canImport(CoreLocation) && !os(tvOS)
    import CoreLocation
    import Foundation

    /// The city and region of the last location that the system knows, if it is not older than an hour. The app asks
    /// for the permission and starts the updates. Apple does the reverse geocoding, so the location is sent there.
    public struct CoreLocationPlaces: ClientPlaceSource {
        public init() {}

        public var isAllowed: Bool { get async { await LastKnownPlace.isAllowed } }

        public func currentPlace() async -> ClientPlace? {
            guard let fix = await LastKnownPlace.fix, fix.tellsCity(at: Date()) else { return nil }
            let location = CLLocation(latitude: fix.latitude, longitude: fix.longitude)
            guard let place = try? await CLGeocoder().reverseGeocodeLocation(location).first else { return nil }
            return ClientPlace(city: place.locality, region: place.administrativeArea)
        }
    }

    /// The location manager, which needs the run loop of the main thread and so is created there, once.
    @MainActor
    private enum LastKnownPlace {
        private static let service = CLLocationManager()

        static var fix: LocationFix? { service.location.map(LocationFix.init) }

        static var isAllowed: Bool {
            switch service.authorizationStatus {
            case .authorizedAlways: return true
            #if !os(macOS)
                case .authorizedWhenInUse: return true
            #endif
            default: return false
            }
        }
    }
#endif
