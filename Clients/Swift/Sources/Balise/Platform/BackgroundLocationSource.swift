// `.ci/check-apple-parts` compiles what follows `#if os(iOS)` at the beginning of a line.
#if os(iOS) && canImport(CoreLocation)
    import CoreLocation
    import Foundation

    /// Reports the places of Core Location, also in the background. Nobody has built or tried it with Xcode yet.
    ///
    /// The app must ask for the permission, and needs the background mode `location`. With the permission "always",
    /// large moves and visits start the app again after the system has ended it. Create one source for the app.
    @available(iOS 17, *)
    public final class BackgroundLocationSource: LocationSource {
        private let observations: AsyncStream<LocationObservation>
        private let observation: AsyncStream<LocationObservation>.Continuation

        public init() {
            (observations, observation) = AsyncStream.makeStream(
                of: LocationObservation.self, bufferingPolicy: .bufferingNewest(1))
        }

        public func events() -> AsyncStream<LocationEvent> {
            let (events, event) = AsyncStream.makeStream(of: LocationEvent.self)
            let watching = Task { @MainActor [observations] in
                // Core Location reports on the thread that created the manager, which must have a run loop.
                let watch = BackgroundWatch(event)
                for await observation in observations { await watch.observe(observation) }
                await watch.observe(.nothing)
            }
            event.onTermination = { _ in watching.cancel() }
            return events
        }

        public func observe(_ observation: LocationObservation) { self.observation.yield(observation) }
    }

    @available(iOS 17, *)
    @MainActor
    private final class BackgroundWatch: NSObject {
        private static let boundary = "boundary"

        private let event: AsyncStream<LocationEvent>.Continuation
        private let manager = CLLocationManager()
        /// The observation that runs for this process; nil at first: an earlier process may have begun it.
        private var observed: LocationObservation?
        private var session: CLBackgroundActivitySession?
        private var updates: Task<Void, Never>?
        private var monitor: CLMonitor?

        init(_ event: AsyncStream<LocationEvent>.Continuation) {
            self.event = event
            super.init()
            manager.delegate = self
        }

        func observe(_ wanted: LocationObservation) async {
            if wanted.changes != observed?.changes { observeChanges(wanted.changes) }
            if wanted.updates != observed?.updates { observeUpdates(wanted.updates) }
            let isOther = observed == nil || wanted.boundary != observed?.boundary
            observed = wanted
            if isOther { await watch(wanted.boundary) }
        }

        private func observeChanges(_ isWanted: Bool) {
            if isWanted {
                manager.startMonitoringSignificantLocationChanges()
                manager.startMonitoringVisits()
            } else {
                manager.stopMonitoringSignificantLocationChanges()
                manager.stopMonitoringVisits()
            }
        }

        private func observeUpdates(_ isWanted: Bool) {
            updates?.cancel()
            // Without a background session, the system suspends the app and the updates pause.
            session?.invalidate()
            session = isWanted ? CLBackgroundActivitySession() : nil
            guard isWanted else { return }
            updates = Task { [event] in
                do {
                    for try await update in CLLocationUpdate.liveUpdates() {
                        if let location = update.location { event.yield(.fix(LocationFix(location))) }
                        if update.hasStopped { event.yield(.stationary) }
                    }
                } catch {
                    // If the updates fail, large moves still arrive.
                }
            }
        }

        /// Watches a boundary. The system keeps it until it is removed, also after the app is started again.
        private func watch(_ boundary: LocationObservation.Boundary?) async {
            let monitor = await openMonitor()
            await monitor.remove(Self.boundary)
            guard let boundary else { return }
            let center = CLLocationCoordinate2D(latitude: boundary.latitude, longitude: boundary.longitude)
            await monitor.add(
                CLMonitor.CircularGeographicCondition(center: center, radius: boundary.radius),
                identifier: Self.boundary, assuming: .satisfied)
        }

        private func openMonitor() async -> CLMonitor {
            if let monitor { return monitor }
            let monitor = await CLMonitor("Balise")
            self.monitor = monitor
            Task { [event] in
                do {
                    for try await change in await monitor.events where change.state == .unsatisfied {
                        event.yield(.left)
                    }
                } catch {
                    // If the monitor fails, large moves still arrive.
                }
            }
            return monitor
        }
    }

    // The methods are `nonisolated`, so that they match the protocol whether or not Apple binds it to the main actor.
    @available(iOS 17, *)
    extension BackgroundWatch: CLLocationManagerDelegate {
        nonisolated func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
            for location in locations { event.yield(.fix(LocationFix(location))) }
        }

        nonisolated func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) {
            // While the visit lasts, the system reports the departure as `distantFuture`.
            let moment = visit.departureDate == .distantFuture ? visit.arrivalDate : visit.departureDate
            let fix = LocationFix(
                recordedAt: moment, latitude: visit.coordinate.latitude, longitude: visit.coordinate.longitude,
                horizontalAccuracy: visit.horizontalAccuracy)
            event.yield(.fix(fix))
        }

        nonisolated func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
            let permission: LocationPermission =
                switch manager.authorizationStatus {
                case .notDetermined: .undecided
                case .authorizedWhenInUse: .whenInUse
                case .authorizedAlways: .always
                default: .denied
                }
            event.yield(.permission(permission))
        }
    }

    @available(iOS 17, *)
    extension CLLocationUpdate {
        fileprivate var hasStopped: Bool {
            guard #available(iOS 18, *) else { return isStationary }
            return stationary
        }
    }
#endif
