#if canImport(CoreLocation) && !os(tvOS)
    public import CoreLocation

    /// Reports the fixes of Core Location. The app must ask for the permission; without it no fix arrives.
    public struct CoreLocationSource: LocationFixSource {
        /// The wanted accuracy in metres. Higher accuracy uses more battery.
        public var accuracy: CLLocationAccuracy
        /// The distance that the device must move before the next fix, in metres.
        public var distance: CLLocationDistance
        /// Whether fixes also arrive in the background, which needs the background mode `location`.
        public var isActiveInBackground: Bool

        public init(
            accuracy: CLLocationAccuracy = kCLLocationAccuracyHundredMeters, distance: CLLocationDistance = 50,
            isActiveInBackground: Bool = false
        ) {
            (self.accuracy, self.distance) = (accuracy, distance)
            self.isActiveInBackground = isActiveInBackground
        }

        public func fixes() -> AsyncStream<LocationFix> {
            AsyncStream(bufferingPolicy: .bufferingNewest(1000)) { continuation in
                let watch = LocationWatch(self, continuation)
                // Core Location reports on the thread that started it, which must have a run loop.
                Task { @MainActor in watch.start() }
                continuation.onTermination = { _ in Task { @MainActor in watch.stop() } }
            }
        }
    }

    extension LocationFix {
        /// Creates a fix from Core Location, without the battery level.
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
            (self.settings, self.continuation) = (settings, continuation)
        }

        func start() {
            // If the reader has already stopped, the location service must not start.
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
            // Core Location continues by itself after every other error.
            if (error as? CLError)?.code == .denied { continuation.finish() }
        }
    }
#endif
