// The values of a location service that are sent to a server.

import Foundation
import Testing

@testable import Balise

@Suite("A fix of a location service")
struct LocationFixTests {
    private let fix = LocationFix(
        recordedAt: Date(timeIntervalSince1970: 1_800_000_000), latitude: 48, longitude: 10.5, horizontalAccuracy: 5,
        altitude: 100, verticalAccuracy: 3, speed: 2, batteryLevel: 80)

    @Test("is a place with all that it knows")
    func isAPlace() {
        var place = DeviceLocation.at(0, latitude: 48)
        (place.speed, place.batteryLevel, place.altitude) = (2, 80, 100)
        #expect(DeviceLocation(fix) == place)
    }

    @Test("is a place without what it does not know, or what cannot be")
    func leavesOut() {
        var unknown = fix
        (unknown.verticalAccuracy, unknown.speed, unknown.batteryLevel) = (-1, -1, nil)
        #expect(DeviceLocation(unknown) == .at(0, latitude: 48))
        var impossible = fix
        (impossible.altitude, impossible.speed, impossible.batteryLevel) = (-2000, 1001, 101)
        #expect(DeviceLocation(impossible) == .at(0, latitude: 48))
    }

    @Test(
        "is no place when it is invalid or off by more than servers take",
        arguments: [(-1.0, false), (0, true), (10_000, true), (10_001, false), (.nan, false)])
    func isNoPlace(_ accuracy: Double, _ isPlace: Bool) {
        var fix = fix
        fix.horizontalAccuracy = accuracy
        #expect((DeviceLocation(fix) != nil) == isPlace)
    }

    @Test(
        "tells the city of this moment when it is valid and of the last hour",
        arguments: [(0.0, true), (3600, true), (3601, false), (86_400, false), (-5, true), (-3601, false)])
    func tellsCity(_ age: TimeInterval, _ isRecent: Bool) {
        let now = fix.recordedAt + age
        #expect(fix.tellsCity(at: now) == isRecent)
        var invalid = fix
        invalid.horizontalAccuracy = -1
        #expect(!invalid.tellsCity(at: now))
    }
}
