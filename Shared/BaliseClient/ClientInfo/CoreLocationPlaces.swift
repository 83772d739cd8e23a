// City and region by CoreLocation, where the person lets the app know where the device is.

#if canImport(CoreLocation) && !os(tvOS)
    import CoreLocation

    /// The city and region of the last place that the system knows, by reverse geocoding, for which that place goes to Apple.
    ///
    /// It asks for no permission and switches no positioning on: where the app has neither, there is no place.
    public struct CoreLocationPlaces: PlaceSource {
        /// Places by CoreLocation.
        public init() {}

        public var isAllowed: Bool {
            get async {
                switch CLLocationManager().authorizationStatus {
                case .authorizedAlways: return true
                #if !os(macOS)
                    case .authorizedWhenInUse: return true
                #endif
                default: return false
                }
            }
        }

        public func currentPlace() async -> ClientPlace? {
            guard let location = CLLocationManager().location,
                let place = try? await CLGeocoder().reverseGeocodeLocation(location).first
            else { return nil }
            return ClientPlace(city: place.locality, region: place.administrativeArea)
        }
    }
#endif
