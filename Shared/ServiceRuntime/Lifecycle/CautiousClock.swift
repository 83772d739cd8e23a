public import MessageBus
public import Models
import Synchronization

/// The clock for deleting old data. It trusts a jump forward of more than an hour only after a day, so a clock that is
/// far ahead for a few hours deletes nothing. Expired data is still invalid then, because requests use the normal
/// clock.
public final class CautiousClock: WallClock {
    /// The largest jump forward in milliseconds that is trusted at once.
    static let believed: Int64 = 3_600_000
    static let wait = Duration.seconds(86_400)

    private struct Reading {
        var time: UnixTime
        var moment: Duration

        func time(at later: Duration) -> UnixTime {
            let passed = (later - moment).components
            return time.adding(milliseconds: passed.seconds * 1000 + passed.attoseconds / 1_000_000_000_000_000)
        }
    }

    private struct State {
        var believed: Reading
        /// When the clock made a jump that is not trusted yet; nil if it made none.
        var jumpedAt: Duration?
    }

    private let clock: any WallClock
    private let monotonic: any FeedClock
    private let state: Mutex<State>

    public init(_ clock: any WallClock, monotonic: any FeedClock = ContinuousFeedClock()) {
        (self.clock, self.monotonic) = (clock, monotonic)
        state = Mutex(State(believed: Reading(time: clock.now(), moment: monotonic.now)))
    }

    public func now() -> UnixTime { read().time }

    /// A warning while a jump is not trusted.
    public var finding: HealthFinding {
        guard read().isJump else { return .ok("the clock has not jumped since the start") }
        return .warning(
            "the clock jumped forward by more than an hour; nothing is deleted for its age until a day has passed so",
            "compare the time of this machine, and let it follow a time server")
    }

    private func read() -> (time: UnixTime, isJump: Bool) {
        let reading = Reading(time: clock.now(), moment: monotonic.now)
        return state.withLock { state in
            let expected = state.believed.time(at: reading.moment)
            let isAhead = reading.time > expected.adding(milliseconds: CautiousClock.believed)
            let jumpedAt = state.jumpedAt ?? reading.moment
            if isAhead, reading.moment - jumpedAt < CautiousClock.wait {
                state.jumpedAt = jumpedAt
                return (expected, true)
            }
            state = State(believed: reading)
            return (reading.time, false)
        }
    }
}
