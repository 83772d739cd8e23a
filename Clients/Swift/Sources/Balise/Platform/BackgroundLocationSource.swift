// `.ci/check-apple-parts` compiles what follows `#if os(iOS)` at the beginning of a line.
#if os(iOS) && canImport(CoreLocation)
    import CoreLocation
    import Foundation
    import UIKit

    /// Reports the places of Core Location, also in the background. Nobody has built or tried it with Xcode yet.
    ///
    /// The app must ask for the permission, and needs the background mode `location`. With the permission "always",
    /// large moves, visits and crossed circles start the app again after the system has ended it. Create one source for
    /// the app. The system observes 20 circles at most: the boundary of the sharing, and up to 16 places of arrivals.
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
        /// Begins the names of the conditions of places.
        private static let place = "place:"

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
            UIDevice.current.isBatteryMonitoringEnabled = true
            manager.delegate = self
        }

        func observe(_ wanted: LocationObservation) async {
            if wanted.changes != observed?.changes { observeChanges(wanted.changes) }
            if wanted.updates != observed?.updates { observeUpdates(wanted.updates) }
            let (former, isFirst) = (observed ?? .nothing, observed == nil)
            observed = wanted
            if isFirst || wanted.boundary != former.boundary { await watch(wanted.boundary) }
            if isFirst || wanted.places != former.places { await watch(wanted.places, after: former.places) }
        }

        /// The battery level of this phone in percent; nil in the simulator, where it is unknown.
        fileprivate static var batteryLevel: Double? {
            let level = UIDevice.current.batteryLevel
            return level < 0 ? nil : Double((level * 100).rounded())
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
                        if let location = update.location {
                            event.yield(.fix(LocationFix(location, Self.batteryLevel)))
                        }
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

        /// Watches the circles of places. Conditions of an earlier process stay, unless their place is gone.
        private func watch(
            _ places: [String: LocationObservation.Boundary], after former: [String: LocationObservation.Boundary]
        ) async {
            let monitor = await openMonitor()
            for name in await monitor.identifiers where name.hasPrefix(Self.place) {
                if places[String(name.dropFirst(Self.place.count))] == nil { await monitor.remove(name) }
            }
            for (id, circle) in places where circle != former[id] {
                let center = CLLocationCoordinate2D(latitude: circle.latitude, longitude: circle.longitude)
                // The state is unknown, so the monitor reports it at first.
                await monitor.add(
                    CLMonitor.CircularGeographicCondition(center: center, radius: circle.radius),
                    identifier: Self.place + id, assuming: .unknown)
            }
        }

        private func openMonitor() async -> CLMonitor {
            if let monitor { return monitor }
            let monitor = await CLMonitor("Balise")
            self.monitor = monitor
            Task { [event] in
                do {
                    for try await change in await monitor.events {
                        let isInside = change.state == .satisfied
                        guard isInside || change.state == .unsatisfied else { continue }
                        if change.identifier.hasPrefix(Self.place) {
                            let id = String(change.identifier.dropFirst(Self.place.count))
                            event.yield(.crossed(place: id, isInside: isInside, at: change.date))
                        } else if !isInside {
                            event.yield(.left)
                        }
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
            // Core Location calls on the thread that created the manager.
            let battery = MainActor.assumeIsolated { BackgroundWatch.batteryLevel }
            for location in locations { event.yield(.fix(LocationFix(location, battery))) }
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

    extension LocationFix {
        fileprivate init(_ location: CLLocation, _ batteryLevel: Double?) {
            self.init(location)
            self.batteryLevel = batteryLevel
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
