// Keeps what goes wrong with every push from filling the log.

import Models
import Synchronization

/// Lets the same line be logged once a minute at most, however often there is reason for it.
final class RateLimitedLog: Sendable {
    /// How long it is not repeated, in seconds.
    static let pause: Int64 = 60
    /// Of more the log has to bear a repetition.
    private static let capacity = 64

    private let limits = Mutex(BoundedTable<String, ReportLimit<UnixTime>>(capacity: RateLimitedLog.capacity))

    /// Counts one reason to log `what`. Gives how many there were since the last line, this one included; nil when it
    /// is too soon.
    func record(_ what: String, at now: UnixTime) -> Int? {
        let end = now.adding(seconds: RateLimitedLog.pause)
        return limits.withLock { limits in
            if !limits.contains(what) { limits.insert(ReportLimit(), for: what) }
            return limits.use(what) { $0.record(at: now, quietUntil: end) } ?? nil
        }
    }
}
