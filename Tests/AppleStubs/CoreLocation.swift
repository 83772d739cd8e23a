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
}

// In Objective-C the methods are optional.
public protocol CLLocationManagerDelegate: NSObjectProtocol {
    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])
    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
}

extension CLLocationManagerDelegate {
    public func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {}
    public func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}
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
