// Whether the reactor goes on, as other threads see it.

import Synchronization

/// When the reactor last turned, and when it last stood still while it had requests: since the process was stopped, or
/// something kept the thread.
///
/// Whoever asks a service that stands still hears nothing of it, and may turn to another one. So what came before the end of
/// a standstill may be done elsewhere.
final class TurnRecord: Sendable {
    /// The reactor sleeps until something comes: it has no requests.
    private static let resting = UInt64.max

    /// How long a turn may take that is no standstill.
    let maximumTurn: Duration
    private let bound: UInt64
    private let turnedAt = Atomic<UInt64>(TurnRecord.resting)
    private let stoodStillUntil = Atomic<UInt64>(0)

    init(maximumTurn: Duration) {
        self.maximumTurn = maximumTurn
        bound = UInt64(clamping: Int64(maximumTurn / .nanoseconds(1)))
    }

    /// How long the reactor sleeps at most while it has requests, in milliseconds.
    var maximumSleep: Int32 { Int32(clamping: max(1, bound / 3_000_000)) }

    /// The reactor goes on. On its thread.
    func recordTurn(at now: MonotonicTime) {
        let former = turnedAt.load(ordering: .relaxed)
        if former != TurnRecord.resting, MonotonicTime(nanoseconds: former).nanoseconds(until: now) > bound {
            stoodStillUntil.store(now.nanoseconds, ordering: .relaxed)
        }
        // Whoever sees this turn sees the standstill before it.
        turnedAt.store(now.nanoseconds, ordering: .releasing)
    }

    /// The reactor has no requests, and sleeps until there is something to do. On its thread.
    func recordRest() { turnedAt.store(TurnRecord.resting, ordering: .releasing) }

    /// Whether the reactor has gone on from a moment to another. From any thread.
    func hasGoneOn(from start: MonotonicTime, to now: MonotonicTime) -> Bool {
        let turned = turnedAt.load(ordering: .acquiring)
        if turned != TurnRecord.resting, MonotonicTime(nanoseconds: turned).nanoseconds(until: now) > bound {
            return false
        }
        return stoodStillUntil.load(ordering: .relaxed) <= start.nanoseconds
    }
}
