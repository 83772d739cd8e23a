// Keeps what goes wrong with every push from filling the log.

import Models
import Synchronization

/// Lets the same line be logged once a minute at most, however often there is reason for it.
final class RateLimitedLog: Sendable {
    private struct Entry {
        var quietUntil: UnixTime
        /// How many reasons there were since the last line.
        var suppressed = 0
    }

    /// How long it is not repeated, in seconds.
    static let pause: Int64 = 60
    /// Of more the log has to bear a repetition.
    private static let capacity = 64

    private let entries = Mutex([String: Entry]())

    /// Counts one reason to log `what`. Gives how many there were since the last line, this one included; nil when it
    /// is too soon.
    func record(_ what: String, at now: UnixTime) -> Int? {
        entries.withLock { entries in
            var entry = entries[what] ?? Entry(quietUntil: now)
            entry.suppressed += 1
            let count = entry.quietUntil <= now ? entry.suppressed : nil
            if count != nil { entry = Entry(quietUntil: now.adding(seconds: RateLimitedLog.pause)) }
            if entries[what] == nil, entries.count >= RateLimitedLog.capacity { entries.removeAll() }
            entries[what] = entry
            return count
        }
    }
}
