@testable import Balise

@Suite("The policy of sharing")
struct LocationPolicyTests {
    private static let start = Date(timeIntervalSince1970: 1_800_000_000)
    private static let moving = LocationObservation(changes: true, updates: true)
    private let policy = Machine()

    private func date(_ seconds: TimeInterval) -> Date { Self.start + seconds }

    /// A fix so many seconds after the start, and so many metres north of it.
    private func fix(_ seconds: TimeInterval, metres: Double = 0) -> LocationFix {
        LocationFix(recordedAt: date(seconds), latitude: 48 + metres / 111_195, longitude: 10, horizontalAccuracy: 5)
    }

    private func kept(_ actions: [LocationPolicy.Action]) -> LocationFix? {
        if case .keep(let fix) = actions.last { fix } else { nil }
    }

    @Test("observes what the mode needs, and says so once")
    func modes() {
        #expect(policy.start(at: date(0)) == [.observe(.nothing)])
        #expect(policy.set(.whenMoving, at: date(0)) == [.observe(LocationObservation(changes: true))])
        #expect(policy.set(.balanced, at: date(1)) == [.observe(Self.moving)])
        #expect(policy.set(.balanced, at: date(2)).isEmpty)
        #expect(policy.set(.precise(until: date(60)), at: date(3)) == [.wake(at: date(60))])
        #expect(policy.set(.off, at: date(4)) == [.observe(.nothing)])
    }

    @Test("goes back to the mode before a precise time, whatever happens at its end")
    func preciseEnds() {
        _ = policy.set(.whenMoving, at: date(0))
        let begun = policy.set(.precise(until: date(60)), at: date(1))
        #expect(begun == [.observe(Self.moving), .wake(at: date(60))])
        let other = Machine(policy.policy)
        // The wait was cut short.
        #expect(policy.wake(at: date(59)) == [.wake(at: date(60))])
        #expect(policy.wake(at: date(60)) == [.observe(LocationObservation(changes: true))])
        #expect(policy.policy.power == .whenMoving)
        // The app slept past the end, and an event wakes it.
        let late = other.take(.fix(fix(61)), at: date(61))
        #expect(late == [.observe(LocationObservation(changes: true)), .keep(fix(61))])
        #expect(other.set(.precise(until: date(10)), at: date(62)).isEmpty && other.policy.power == .whenMoving)
    }

    @Test("shares a balanced place after 50 m or 5 minutes, and every precise second")
    func news() {
        _ = policy.set(.balanced, at: date(0))
        #expect(kept(policy.take(.fix(fix(1)), at: date(1))) == fix(1))
        #expect(policy.take(.fix(fix(2, metres: 40)), at: date(2)).isEmpty)
        #expect(kept(policy.take(.fix(fix(3, metres: 60)), at: date(3))) == fix(3, metres: 60))
        #expect(policy.take(.fix(fix(302, metres: 60)), at: date(302)).isEmpty)
        #expect(kept(policy.take(.fix(fix(303, metres: 60)), at: date(303))) == fix(303, metres: 60))
        _ = policy.set(.precise(until: date(900)), at: date(304))
        #expect(kept(policy.take(.fix(fix(305, metres: 60)), at: date(305))) == fix(305, metres: 60))
        // The server's times are whole seconds.
        #expect(policy.take(.fix(fix(305.9, metres: 90)), at: date(306)).isEmpty)
        #expect(kept(policy.take(.fix(fix(306, metres: 90)), at: date(306))) == fix(306, metres: 90))
        #expect(policy.take(.fix(fix(200, metres: 90)), at: date(307)).isEmpty)
    }

    @Test("shares where the device stopped, and observes a circle there until it leaves")
    func stops() {
        _ = policy.set(.balanced, at: date(0))
        _ = policy.take(.fix(fix(1)), at: date(1))
        _ = policy.take(.fix(fix(9, metres: 40)), at: date(9))
        let stopped = policy.take(.stationary, at: date(10))
        let circle = LocationObservation.Boundary(latitude: fix(9, metres: 40).latitude, longitude: 10, radius: 100)
        #expect(
            stopped == [.observe(LocationObservation(changes: true, boundary: circle)), .keep(fix(9, metres: 40))])
        #expect(policy.take(.stationary, at: date(11)).isEmpty)
        let other = Machine(policy.policy)
        #expect(policy.take(.left, at: date(900)) == [.observe(Self.moving)])
        // A large move is reported before the circle is.
        #expect(other.take(.fix(fix(900, metres: 500)), at: date(900)).first == .observe(Self.moving))
    }

    @Test("keeps updates running at a stop if the app may use the location only while in use")
    func whenInUse() {
        _ = policy.set(.balanced, at: date(0))
        _ = policy.take(.permission(.whenInUse), at: date(0))
        _ = policy.take(.fix(fix(1)), at: date(1))
        #expect(policy.take(.stationary, at: date(2)).isEmpty)
    }

    @Test("observes nothing without the permission")
    func permission() {
        _ = policy.set(.balanced, at: date(0))
        #expect(policy.take(.permission(.denied), at: date(1)) == [.observe(.nothing)])
        #expect(policy.take(.permission(.always), at: date(2)) == [.observe(Self.moving)])
    }

    @Test("shares no place while sharing is off, and none from that time afterwards")
    func off() {
        #expect(policy.take(.fix(fix(1)), at: date(1)).isEmpty)
        _ = policy.set(.balanced, at: date(10))
        #expect(policy.take(.fix(fix(9)), at: date(11)).isEmpty)
        #expect(policy.take(.stationary, at: date(12)).isEmpty)
        #expect(kept(policy.take(.fix(fix(13)), at: date(13))) == fix(13))
        _ = policy.set(.off, at: date(14))
        _ = policy.set(.balanced, at: date(100))
        #expect(policy.take(.fix(fix(99, metres: 900)), at: date(101)).isEmpty)
    }

    @Test("drops a fix that is no valid place")
    func invalid() {
        _ = policy.set(.balanced, at: date(0))
        var bad = fix(1)
        bad.horizontalAccuracy = -1
        #expect(policy.take(.fix(bad), at: date(1)).isEmpty)
    }

    @Test(
        "is the same after a restart",
        arguments: [
            LocationPower.off, .whenMoving, .balanced, .precise(until: Date(timeIntervalSince1970: 2_000_000_000)),
        ])
    func restarts(_ power: LocationPower) throws {
        _ = policy.set(.whenMoving, at: date(10))
        _ = policy.set(power, at: date(11))
        let (old, new) = (policy.policy, try LocationPolicy(jsonText: policy.policy.json.bytes))
        #expect(new.power == power && new.resting == old.resting && new.since == old.since)
    }
}

/// A policy that changes in place: an expectation must not change a value.
private final class Machine {
    private(set) var policy: LocationPolicy

    init(_ policy: LocationPolicy = LocationPolicy()) { self.policy = policy }

    func start(at now: Date) -> [LocationPolicy.Action] { policy.start(at: now) }
    func set(_ power: LocationPower, at now: Date) -> [LocationPolicy.Action] { policy.set(power, at: now) }
    func take(_ event: LocationEvent, at now: Date) -> [LocationPolicy.Action] { policy.take(event, at: now) }
    func wake(at now: Date) -> [LocationPolicy.Action] { policy.wake(at: now) }
}
