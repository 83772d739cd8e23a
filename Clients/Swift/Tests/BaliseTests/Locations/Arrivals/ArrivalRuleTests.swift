@testable import Balise

@Suite("The rule of arrivals on the phone")
struct ArrivalRuleTests {
    private static let start = Date(timeIntervalSince1970: 1_800_000_000)
    private static let place = BaliseArrivalPlace(
        id: "p1", name: "Home", device: "phone", latitude: 48, longitude: 10, radius: 200, watchers: [],
        createdAt: start)

    private func date(_ seconds: TimeInterval) -> Date { Self.start + seconds }

    private func fix(_ seconds: TimeInterval, _ metres: Double, accuracy: Double = 10) -> LocationEvent {
        .fix(
            LocationFix(
                recordedAt: date(seconds), latitude: 48 + metres / 111_195, longitude: 10,
                horizontalAccuracy: accuracy))
    }

    private func crossing(_ seconds: TimeInterval, _ isInside: Bool, of place: String = "p1") -> LocationEvent {
        .crossed(place: place, isInside: isInside, at: date(seconds))
    }

    /// The changes after these events, each taken so many seconds after the start.
    private func changes(_ events: [(TimeInterval, LocationEvent?)]) -> [ArrivalRule.Change] {
        var rule = ArrivalRule(Self.place)
        return events.compactMap { rule.take($0.1, at: date($0.0)) }
    }

    /// The changes of a track with a fix each half minute.
    private func changes(along track: [Double], accuracy: Double = 10) -> [Bool] {
        let events = track.enumerated().map { index, metres in
            (Double(index) * 30, LocationEvent?.some(fix(Double(index) * 30, metres, accuracy: accuracy)))
        }
        return changes(events).map(\.isInside)
    }

    @Test("counts an arrival and a departure once, after two minutes")
    func once() {
        let stay = [900, 500] + [Double](repeating: 20, count: 20) + [Double](repeating: 900, count: 20)
        #expect(changes(along: stay) == [true, false])
        let found = changes([(0, fix(0, 900)), (60, fix(60, 20)), (179, fix(179, 20)), (180, nil), (200, nil)])
        #expect(found == [ArrivalRule.Change(isInside: true, since: date(60))])
    }

    @Test("begins with the first clear fix, which is no arrival")
    func begins() { #expect(changes([(0, fix(0, 20)), (500, fix(500, 20)), (900, nil)]).isEmpty) }

    @Test("does not flap at the border, and ignores a device that passes")
    func jitters() {
        let swing = (0..<200).map { 200 + ($0.isMultiple(of: 2) ? 50.0 : -50) }
        #expect(changes(along: [0, 0] + swing).isEmpty)
        #expect(changes(along: [900, 500, 100, 0, 150, 500, 900, 1500]).isEmpty)
    }

    @Test("ignores a fix that is old, inaccurate or from the future")
    func unclear() {
        let outside = (0.0, LocationEvent?.some(fix(0, 900)))
        #expect(changes([outside, (700, fix(99, 20)), (1000, nil)]).isEmpty)
        #expect(changes([outside, (700, fix(700, 20, accuracy: 900)), (1000, nil)]).isEmpty)
        #expect(changes([outside, (700, fix(900, 20)), (1000, nil)]).isEmpty)
    }

    @Test("counts at once what the system itself has observed, but not twice within two minutes")
    func crossings() {
        let found = changes([
            (0, crossing(0, false)), (10, crossing(10, true)), (20, crossing(15, true)), (40, crossing(40, false)),
            (159, nil), (160, nil),
        ])
        #expect(
            found == [
                ArrivalRule.Change(isInside: true, since: date(10)),
                ArrivalRule.Change(isInside: false, since: date(130)),
            ])
        #expect(changes([(0, crossing(0, false)), (10, crossing(10, true, of: "other")), (500, nil)]).isEmpty)
        // It left and came back.
        let back = changes([
            (0, crossing(0, false)), (10, crossing(10, true)), (40, crossing(40, false)), (50, crossing(50, true)),
            (500, nil),
        ])
        #expect(back.map(\.isInside) == [true])
    }

    @Test("is the same after a restart")
    func restarts() throws {
        var state = WatchedArrivals(account: "acc_ada", rules: [ArrivalRule(Self.place)])
        for (seconds, metres) in [(0.0, 900.0), (60, 20), (200, 20), (240, 900)] {
            _ = state.rules[0].take(fix(seconds, metres), at: date(seconds))
        }
        #expect(state.rules[0].changingSince != nil && state.rules[0].changedAt != nil)
        #expect(try WatchedArrivals(jsonText: state.json.bytes) == state)
    }
}
