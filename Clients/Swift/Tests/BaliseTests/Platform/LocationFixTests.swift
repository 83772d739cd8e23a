import Foundation
import Testing

@testable import Balise

@Suite("A fix of a location service")
struct LocationFixTests {
    private let fix = LocationFix(
        recordedAt: Date(timeIntervalSince1970: 1_800_000_000), latitude: 48, longitude: 10.5, horizontalAccuracy: 5,
        altitude: 100, verticalAccuracy: 3, speed: 2, batteryLevel: 80)

    @Test("becomes a place with all known values")
    func isAPlace() {
        var place = DeviceLocation.at(0, latitude: 48)
        (place.speed, place.batteryLevel, place.altitude) = (2, 80, 100)
        #expect(DeviceLocation(fix) == place)
    }

    @Test("becomes a place without unknown and impossible values")
    func leavesOut() {
        var unknown = fix
        (unknown.verticalAccuracy, unknown.speed, unknown.batteryLevel) = (-1, -1, nil)
        #expect(DeviceLocation(unknown) == .at(0, latitude: 48))
        var impossible = fix
        (impossible.altitude, impossible.speed, impossible.batteryLevel) = (-2000, 1001, 101)
        #expect(DeviceLocation(impossible) == .at(0, latitude: 48))
    }

    @Test(
        "becomes no place if it is invalid or too inaccurate",
        arguments: [(-1.0, false), (0, true), (10_000, true), (10_001, false), (.nan, false)])
    func isNoPlace(_ accuracy: Double, _ isPlace: Bool) {
        var fix = fix
        fix.horizontalAccuracy = accuracy
        #expect((DeviceLocation(fix) != nil) == isPlace)
    }

    @Test(
        "tells the current city if it is valid and at most an hour old",
        arguments: [(0.0, true), (3600, true), (3601, false), (86_400, false), (-5, true), (-3601, false)])
    func tellsCity(_ age: TimeInterval, _ isRecent: Bool) {
        let now = fix.recordedAt + age
        #expect(fix.tellsCity(at: now) == isRecent)
        var invalid = fix
        invalid.horizontalAccuracy = -1
        #expect(!invalid.tellsCity(at: now))
    }
}
