@testable import Balise

@Suite("A user's position")
struct PositionsTests {
    private static let start = Date(timeIntervalSince1970: 1_800_000_000)

    private func fix(_ seconds: TimeInterval, north metres: Double = 0) -> LocationFix {
        LocationFix(
            recordedAt: Self.start + seconds, latitude: 48 + metres / 111_195, longitude: 10, horizontalAccuracy: 5)
    }

    private static let kept = #"{"success":true,"data":{"kept":true}}"#

    @Test("must be on earth", arguments: [(91.0, 0.0), (0, 181), (.nan, 0)])
    func isOnEarth(_ latitude: Double, _ longitude: Double) async throws {
        let positions = try await BaliseClient.scripted(ScriptedTransport()).positions
        let error = try await failure { try await positions.report(latitude: latitude, longitude: longitude) }
        #expect(error.invalidReason != nil)
    }

    @Test(
        "is reported after a distance or a time",
        arguments: [
            (60.0, 499.0, false), (60, 501, true), (1799, 0, false), (1800, 0, true), (0, 5000, false),
            (-60, 5000, false),
        ])
    func isNews(_ seconds: TimeInterval, _ metres: Double, _ isNews: Bool) {
        #expect(PositionNews().counts(fix(seconds, north: metres), after: fix(0)) == isNews)
        #expect(PositionNews().counts(fix(seconds), after: nil))
    }

    @Test("has its distance to another on a sphere")
    func measures() {
        let berlin = LocationFix(recordedAt: Self.start, latitude: 52.52, longitude: 13.405, horizontalAccuracy: 1)
        let paris = LocationFix(recordedAt: Self.start, latitude: 48.8566, longitude: 2.3522, horizontalAccuracy: 1)
        #expect((877_000...879_000).contains(berlin.metres(to: paris)))
        // Two points on both sides of the date line are close to each other.
        var (west, east) = (berlin, berlin)
        (west.longitude, east.longitude) = (-179.9999, 179.9999)
        #expect(west.metres(to: east) < 20)
    }

    @Test("is reported from a source, compared with the last reported one")
    func comesFromASource() async throws {
        let transport = ScriptedTransport(.json(Self.kept), .lost(), .json(Self.kept))
        let positions = try await BaliseClient.scripted(transport).positions
        let failures = Mutex<[BaliseError]>([])
        var invalid = fix(30, north: 9000)
        invalid.horizontalAccuracy = -1
        try await positions.report(
            from: ListedFixes(
                fix(0), fix(10, north: 10), invalid, fix(60, north: 600), fix(70, north: 610), fix(80, north: 620))
        ) { error in failures.withLock { $0.append(error) } }
        #expect(failures.withLock { $0 } == [.unreachable("no network")])
        let reported = transport.calls.map { String($0.text.suffix(27)) }
        #expect(
            reported
                == ["00", "60", "70"].map { seconds in
                    let time = RFC3339.text(of: Self.start + (Double(seconds) ?? 0), to: .milliseconds)
                    return #""\#(time)"}"#
                })
    }

    @Test("is no longer reported without a user")
    func endsWithTheSession() async throws {
        let positions = try await BaliseClient.scripted(ScriptedTransport(), session: nil).positions
        let error = try await failure { try await positions.report(from: ListedFixes(fix(0), fix(9000))) }
        #expect(error == .signedOut)
    }
}

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
