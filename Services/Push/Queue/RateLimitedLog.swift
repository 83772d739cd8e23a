import Models
import Synchronization

final class RateLimitedLog: Sendable {
    /// The pause between two lines with the same text, in seconds.
    static let pause: Int64 = 60
    /// The most texts that are remembered. If more texts occur, a text may return before its pause ends.
    private static let capacity = 64

    private let limits = Mutex(BoundedTable<String, ReportLimit<UnixTime>>(capacity: RateLimitedLog.capacity))

    /// Counts an event. Returns the number since the last line, including this one; nil if it is too early for a line.
    func record(_ what: String, at now: UnixTime) -> Int? {
        let end = now.adding(seconds: RateLimitedLog.pause)
        return limits.withLock { limits in
            if !limits.contains(what) { limits.insert(ReportLimit(), for: what) }
            return limits.use(what) { $0.record(at: now, quietUntil: end) } ?? nil
        }
    }
}
