@testable import Location

@Suite("The rules of arrivals") struct ArrivalRulesTests {
    private static let brest = Coordinate(latitude: 48.39, longitude: -4.48)!
    private let outside = ArrivalState(isInside: false)
    private let inside = ArrivalState(isInside: true)

    private func at(_ seconds: Int64) -> UnixTime { .start.adding(seconds: seconds) }

    private func state(
        _ former: ArrivalState, _ metres: Double, accuracy: Double = 10, at seconds: Int64 = 0, fixedAt: Int64? = nil
    ) -> ArrivalState {
        var state = full(former, metres, accuracy: accuracy, at: seconds, fixedAt: fixedAt)
        state.lastFix = nil
        return state
    }

    private func full(
        _ former: ArrivalState, _ metres: Double, accuracy: Double = 10, at seconds: Int64, fixedAt: Int64? = nil
    ) -> ArrivalState {
        ArrivalRules.state(
            former, after: .near(metres, accuracy: accuracy, at: at(fixedAt ?? seconds)), centre: Self.brest,
            radius: 200, at: at(seconds))
    }

    /// The arrivals and departures of a track with a report each half minute, by the time at which each is told.
    private func changes(_ track: [Double], accuracy: Double = 10) -> [Bool] {
        var (now, changes) = (ArrivalState(), [Bool]())
        for (index, metres) in track.enumerated() {
            let seconds = Int64(index) * 30
            if let since = now.changingSince, let isInside = now.isInside,
                at(seconds) >= since.adding(seconds: ArrivalRules.dwell)
            {
                now = ArrivalState(isInside: !isInside)
                changes.append(!isInside)
            }
            now = state(now, metres, accuracy: accuracy, at: seconds)
        }
        return changes
    }

    @Test("The first clear report tells where the device is, and is no arrival")
    func begins() {
        #expect(state(ArrivalState(), 10) == inside)
        #expect(state(ArrivalState(), 900) == outside)
        #expect(state(ArrivalState(), 230) == ArrivalState(), "between inside and outside")
    }

    @Test("A device arrives and leaves once, after two minutes")
    func once() {
        let stay = [900, 500] + [Double](repeating: 20, count: 20) + [Double](repeating: 900, count: 20)
        #expect(changes(stay) == [true, false])
        #expect(state(outside, 20, at: 60) == ArrivalState(isInside: false, changingSince: at(60)))
        let changing = ArrivalState(isInside: false, changingSince: at(0))
        #expect(state(changing, 30, at: 60) == changing, "the time counts from the first report")
    }

    @Test("A device at the border neither comes nor goes", arguments: [5.0, 40, 90])
    func jitters(accuracy: Double) {
        // Swings by 50 m around the border, after a clear stay.
        let swing = (0..<200).map { 200 + ($0.isMultiple(of: 2) ? 50.0 : -50) }
        #expect(changes([0, 0] + swing, accuracy: accuracy).isEmpty)
        #expect(changes([900, 900] + swing, accuracy: accuracy).count <= 1, "it has come once")
        let wide = (0..<200).map { $0.isMultiple(of: 2) ? 400.0 : 0 }
        #expect(changes([0, 0] + wide, accuracy: accuracy).isEmpty, "fixes that jump never last two minutes")
    }

    @Test("A device that passes by does not arrive, and a short way out is no departure")
    func passes() {
        #expect(changes([900, 500, 100, 0, 150, 500, 900, 1500, 2000, 3000]).isEmpty)
        #expect(changes([0, 0, 0, 400, 500, 400, 0, 0, 0, 0, 0, 0]).isEmpty)
    }

    @Test("A report that is old, inaccurate or without a time decides nothing")
    func unclear() {
        #expect(state(outside, 10, at: 700, fixedAt: 99) == outside, "from an outbox")
        #expect(state(outside, 10, at: 700, fixedAt: 100) == ArrivalState(isInside: false, changingSince: at(700)))
        #expect(state(outside, 10, accuracy: 900) == outside)
        #expect(state(inside, 900, accuracy: 900) == inside)
        #expect(state(inside, 900, at: 0, fixedAt: 100_000) == inside, "from the future")
        let changing = ArrivalState(isInside: true, changingSince: at(0))
        #expect(state(changing, 230, at: 60) == changing, "an unclear report does not begin anew")
    }

    @Test("A late report from before the latest clear report decides nothing")
    func late() {
        let now = full(outside, 900, at: 400)
        #expect(full(now, 10, at: 410, fixedAt: 399) == now)
        #expect(full(now, 230, at: 420) == now, "an unclear report is not the latest clear one")
        #expect(full(now, 10, at: 410, fixedAt: 401).changingSince == at(410))
    }

    private func wrong(_ name: String? = "Home", radius: Int = 200, watchers: [AccountID] = [.ben]) -> [String] {
        do throws(ServiceError) {
            try ArrivalRules.check(name: name.map { Personal($0) }, radius: radius, watchers: watchers, owner: .ada)
        } catch { return error.wrongMembers.map(\.field) }
        return []
    }

    @Test("A place is refused with all its wrong members")
    func refuses() {
        #expect(wrong() == [] && wrong(radius: 100) == [] && wrong(radius: 10_000) == [])
        #expect(wrong("", radius: 99, watchers: []) == ["name", "radius", "watchers"])
        #expect(wrong(radius: 10_001) == ["radius"])
        #expect(wrong(watchers: [.ben, .ben]) == ["watchers"])
        #expect(wrong(watchers: [.ada]) == ["watchers"], "nobody watches oneself")
        let many = (0...CreateArrivalPlace.maximumWatchers).map { AccountID.named("account-\($0)") }
        #expect(wrong(watchers: many) == ["watchers"])
    }
}
