// Signatures as Apple documents them, without function; re-exports Foundation like Apple's module.

@_exported public import Foundation

public typealias CLLocationAccuracy = Double
public typealias CLLocationDistance = Double
public typealias CLLocationDegrees = Double
public typealias CLLocationSpeed = Double

public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100

public struct CLLocationCoordinate2D: Sendable {
    public var latitude: CLLocationDegrees
    public var longitude: CLLocationDegrees

    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        (self.latitude, self.longitude) = (latitude, longitude)
    }
}

open class CLLocation: NSObject {
    public let coordinate: CLLocationCoordinate2D
    public var timestamp: Date { Date() }
    public var horizontalAccuracy: CLLocationAccuracy { 0 }
    public var verticalAccuracy: CLLocationAccuracy { 0 }
    public var altitude: CLLocationDistance { 0 }
    public var speed: CLLocationSpeed { 0 }

    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        coordinate = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    }
}

public enum CLAuthorizationStatus: Int32, Sendable {
    case notDetermined, restricted, denied, authorizedAlways, authorizedWhenInUse
}

open class CLLocationManager: NSObject {
    public weak var delegate: (any CLLocationManagerDelegate)?
    public var authorizationStatus: CLAuthorizationStatus { .notDetermined }
    public var location: CLLocation? { nil }
    public var desiredAccuracy: CLLocationAccuracy = 0
    public var distanceFilter: CLLocationDistance = 0
    public var allowsBackgroundLocationUpdates = false
    public var pausesLocationUpdatesAutomatically = true

    open func startUpdatingLocation() {}
    open func stopUpdatingLocation() {}
    open func startMonitoringSignificantLocationChanges() {}
    open func stopMonitoringSignificantLocationChanges() {}
    open func startMonitoringVisits() {}
    open func stopMonitoringVisits() {}
    open func requestAlwaysAuthorization() {}
}

// In Objective-C the methods are optional.
public protocol CLLocationManagerDelegate: NSObjectProtocol {
    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])
    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
    func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit)
    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)
}

extension CLLocationManagerDelegate {
    public func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {}
    public func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}
    public func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) {}
    public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {}
}

open class CLVisit: NSObject {
    open var arrivalDate: Date { .distantPast }
    open var departureDate: Date { .distantFuture }
    open var coordinate: CLLocationCoordinate2D { CLLocationCoordinate2D(latitude: 0, longitude: 0) }
    open var horizontalAccuracy: CLLocationAccuracy { 0 }
}

public struct CLLocationUpdate: Sendable {
    public enum LiveConfiguration: Sendable { case `default`, automotiveNavigation, otherNavigation, fitness, airborne }

    public struct Updates: AsyncSequence {
        public typealias Element = CLLocationUpdate

        public struct Iterator: AsyncIteratorProtocol {
            public mutating func next() async throws -> CLLocationUpdate? { nil }
        }

        public func makeAsyncIterator() -> Iterator { Iterator() }
    }

    public static func liveUpdates(_ configuration: LiveConfiguration = .default) -> Updates { Updates() }

    public var location: CLLocation? { nil }
    public var isStationary: Bool { false }
    public var stationary: Bool { false }
}

public final class CLBackgroundActivitySession: Sendable {
    public init() {}
    public func invalidate() {}
}

public protocol CLCondition: Sendable {}

public actor CLMonitor {
    public struct CircularGeographicCondition: CLCondition {
        public init(center: CLLocationCoordinate2D, radius: CLLocationDistance) {}
    }

    public struct Event: Sendable {
        public enum State: Sendable { case unknown, satisfied, unsatisfied, unmonitored }

        public var state: State { .unknown }
        public var identifier: String { "" }
        public var date: Date { Date() }
    }

    public struct Events: AsyncSequence, Sendable {
        public typealias Element = Event

        public struct Iterator: AsyncIteratorProtocol {
            public mutating func next() async throws -> Event? { nil }
        }

        public func makeAsyncIterator() -> Iterator { Iterator() }
    }

    public var events: Events { Events() }
    public var identifiers: [String] { [] }

    public init(_ name: String) async {}

    public func add(_ condition: any CLCondition, identifier: String, assuming state: Event.State = .unknown) {}
    public func remove(_ identifier: String) {}
}

public struct CLError: Error {
    public enum Code: Int, Sendable { case locationUnknown, denied, network }

    public var code: Code
}

open class CLPlacemark: NSObject {
    public var locality: String? { nil }
    public var administrativeArea: String? { nil }
}

open class CLGeocoder: NSObject {
    open func reverseGeocodeLocation(_ location: CLLocation) async throws -> [CLPlacemark] { [] }
}
