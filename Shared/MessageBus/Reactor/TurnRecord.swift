import Models
import Synchronization

/// Detects a standstill with open requests: the process was stopped, or something blocked it. A caller hears nothing
/// and may turn to another replica. So requests from before the end of a standstill may have been done elsewhere.
final class TurnRecord: Sendable {
    private static let resting = UInt64.max

    /// The longest turn that does not count as a standstill.
    let maximumTurn: Duration
    private let bound: UInt64
    private let turnedAt = Atomic<UInt64>(TurnRecord.resting)
    private let stoodStillUntil = Atomic<UInt64>(0)

    init(maximumTurn: Duration) {
        self.maximumTurn = maximumTurn
        bound = UInt64(clamping: Int64(maximumTurn / .nanoseconds(1)))
    }

    /// The reactor's longest sleep while it has requests, in milliseconds.
    var maximumSleep: Int32 { Int32(clamping: max(1, bound / 3_000_000)) }

    /// Records a turn. Only the reactor's thread may call it.
    func recordTurn(at now: MonotonicTime) {
        let former = turnedAt.load(ordering: .relaxed)
        if former != TurnRecord.resting, MonotonicTime(nanoseconds: former).nanoseconds(until: now) > bound {
            stoodStillUntil.store(now.nanoseconds, ordering: .relaxed)
        }
        // A reader that sees this turn also sees the standstill before it.
        turnedAt.store(now.nanoseconds, ordering: .releasing)
    }

    /// Records that the reactor rests. Only the reactor's thread may call it.
    func recordRest() { turnedAt.store(TurnRecord.resting, ordering: .releasing) }

    /// Whether the reactor ran without a standstill from `start` to `now`. Any thread may call it.
    func hasGoneOn(from start: MonotonicTime, to now: MonotonicTime) -> Bool {
        let turned = turnedAt.load(ordering: .acquiring)
        if turned != TurnRecord.resting, MonotonicTime(nanoseconds: turned).nanoseconds(until: now) > bound {
            return false
        }
        return stoodStillUntil.load(ordering: .relaxed) <= start.nanoseconds
    }
}

/// Detects long holds of the reactor's thread. `@unchecked Sendable`: only the reactor's thread uses it.
final class StallDetector: @unchecked Sendable {
    private let limit: Duration
    private let report: @Sendable (BusEvent) -> Void
    var code: MessageCode?

    init(limit: Duration, report: @escaping @Sendable (BusEvent) -> Void) {
        (self.limit, self.report) = (limit, report)
    }

    func measure(_ work: () -> Void) {
        code = nil
        let start = MonotonicTime.now
        work()
        let held = Duration.nanoseconds(Int64(clamping: start.nanoseconds(until: .now)))
        if held > limit { report(.heldReactor(code: code, duration: held)) }
        code = nil
    }
}
