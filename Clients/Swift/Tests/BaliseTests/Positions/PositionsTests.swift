import BaliseAPI
import BaliseJSON
import Foundation
import Synchronization
import Testing

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
        guard case .invalid = error else { throw error }
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
        // Over the date line it is no way at all.
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
