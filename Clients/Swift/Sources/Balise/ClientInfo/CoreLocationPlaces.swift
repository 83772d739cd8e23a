// City and region by CoreLocation, where the person lets the app know where the device is.

#if canImport(CoreLocation) && !os(tvOS)
    import CoreLocation
    import Foundation

    /// The city and region of the last place that the system knows. The place is sent to Apple for reverse geocoding.
    ///
    /// It asks for no permission and does not start location updates: an app that does neither gets no place here.
    /// There is no place either when the last one is older than an hour.
    public struct CoreLocationPlaces: ClientPlaceSource {
        /// Places by CoreLocation.
        public init() {}

        public var isAllowed: Bool {
            get async { await LastKnownPlace.isAllowed }
        }

        public func currentPlace() async -> ClientPlace? {
            guard let fix = await LastKnownPlace.fix, fix.tellsCity(at: Date()) else { return nil }
            let location = CLLocation(latitude: fix.latitude, longitude: fix.longitude)
            guard let place = try? await CLGeocoder().reverseGeocodeLocation(location).first else { return nil }
            return ClientPlace(city: place.locality, region: place.administrativeArea)
        }
    }

    /// What Core Location knows already. Its service is made once, when it is first asked, and on the main thread,
    /// which has the run loop that it needs.
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
