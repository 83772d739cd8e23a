// Places from Core Location.

#if canImport(CoreLocation) && !os(tvOS)
    public import CoreLocation

    /// Gives the places of Core Location. The app asks its person for the permission; without it there are none.
    public struct CoreLocationSource: LocationFixSource {
        /// How exact the places should be, in metres; the more exact, the more battery it takes.
        public var accuracy: CLLocationAccuracy
        /// How far the device has to move before there is another place, in metres.
        public var distance: CLLocationDistance
        /// Whether places come while the app is in the background. It has to have the background mode `location` then.
        public var isActiveInBackground: Bool

        /// A source of places.
        public init(
            accuracy: CLLocationAccuracy = kCLLocationAccuracyHundredMeters, distance: CLLocationDistance = 50,
            isActiveInBackground: Bool = false
        ) {
            self.accuracy = accuracy
            self.distance = distance
            self.isActiveInBackground = isActiveInBackground
        }

        public func fixes() -> AsyncStream<LocationFix> {
            AsyncStream(bufferingPolicy: .bufferingNewest(1000)) { continuation in
                let watch = LocationWatch(self, continuation)
                // Core Location reports on the thread on which it was started, which has to have a run loop.
                Task { @MainActor in watch.start() }
                continuation.onTermination = { _ in Task { @MainActor in watch.stop() } }
            }
        }
    }

    extension LocationFix {
        /// A place of Core Location. The battery is not part of it.
        public init(_ location: CLLocation) {
            self.init(
                recordedAt: location.timestamp, latitude: location.coordinate.latitude,
                longitude: location.coordinate.longitude, horizontalAccuracy: location.horizontalAccuracy,
                altitude: location.altitude, verticalAccuracy: location.verticalAccuracy, speed: location.speed)
        }
    }

    @MainActor
    private final class LocationWatch: NSObject, CLLocationManagerDelegate {
        private let settings: CoreLocationSource
        private let continuation: AsyncStream<LocationFix>.Continuation
        private var service: CLLocationManager?
        private var hasEnded = false

        nonisolated init(_ settings: CoreLocationSource, _ continuation: AsyncStream<LocationFix>.Continuation) {
            self.settings = settings
            self.continuation = continuation
        }

        func start() {
            // Whoever stopped reading at once did so before this: the device must not be located for nobody.
            guard !hasEnded else { return }
            let service = CLLocationManager()
            service.desiredAccuracy = settings.accuracy
            service.distanceFilter = settings.distance
            #if os(iOS)
                service.allowsBackgroundLocationUpdates = settings.isActiveInBackground
                service.pausesLocationUpdatesAutomatically = false
            #endif
            service.delegate = self
            service.startUpdatingLocation()
            self.service = service
        }

        func stop() {
            hasEnded = true
            service?.stopUpdatingLocation()
            service?.delegate = nil
            service = nil
        }

        nonisolated func locationManager(_ service: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
            for location in locations { continuation.yield(LocationFix(location)) }
        }

        nonisolated func locationManager(_ service: CLLocationManager, didFailWithError error: any Error) {
            // Core Location goes on by itself after every other error.
            if (error as? CLError)?.code == .denied { continuation.finish() }
        }
    }
#endif
