// The time by which old data are deleted.

public import MessageBus
public import Models
import Synchronization

/// The time by which old data are deleted: the time of day, but one that jumped forward counts only after a day. So a
/// clock that is wrong for an hour deletes nothing, and what it would have deleted is still there when it is set right.
///
/// What is over does not count meanwhile, since requests are judged by the time of day.
public final class CautiousClock: WallClock {
    /// A jump forward of more milliseconds is not believed at once.
    static let believed: Int64 = 3_600_000
    /// How long a jump has to last until it is believed.
    static let wait = Duration.seconds(86_400)

    /// The time of day at a moment of the monotonic clock.
    private struct Reading {
        var time: UnixTime
        var moment: Duration

        /// What the time of day is at a later moment, unless somebody sets the clock.
        func time(at later: Duration) -> UnixTime {
            let passed = (later - moment).components
            return time.adding(milliseconds: passed.seconds * 1000 + passed.attoseconds / 1_000_000_000_000_000)
        }
    }

    private struct State {
        /// The last reading that is believed.
        var believed: Reading
        /// When the jump was seen that is not believed yet.
        var jumpedAt: Duration?
    }

    private let clock: any WallClock
    private let monotonic: any FeedClock
    private let state: Mutex<State>

    /// Believes the time of day that it is now.
    public init(_ clock: any WallClock, monotonic: any FeedClock = ContinuousFeedClock()) {
        (self.clock, self.monotonic) = (clock, monotonic)
        state = Mutex(State(believed: Reading(time: clock.now(), moment: monotonic.now)))
    }

    public func now() -> UnixTime { read().time }

    /// What an operator should know while a jump is not believed; nil otherwise.
    public var note: String? {
        guard read().isJump else { return nil }
        return "the clock jumped forward by more than an hour; nothing is deleted for its age until a day has passed so"
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
