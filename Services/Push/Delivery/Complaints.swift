// Keeps what goes wrong with every push from filling the log.

import Models
import Synchronization

/// Lets the same complaint be made once a minute at most, however often there is reason for it.
final class Complaints: Sendable {
    private struct Entry {
        var quietUntil: UnixTime
        /// How often there was reason since it was made.
        var unsaid = 0
    }

    /// How long it is not repeated, in seconds.
    static let pause: Int64 = 60
    /// Of more the log has to bear a repetition.
    private static let capacity = 64

    private let entries = Mutex([String: Entry]())

    /// There is reason for a complaint: how often there was since it was last made, this time included; nil when it is too soon.
    func note(_ what: String, at now: UnixTime) -> Int? {
        entries.withLock { entries in
            var entry = entries[what] ?? Entry(quietUntil: now)
            entry.unsaid += 1
            let count = entry.quietUntil <= now ? entry.unsaid : nil
            if count != nil { entry = Entry(quietUntil: now.adding(seconds: Complaints.pause)) }
            if entries[what] == nil, entries.count >= Complaints.capacity { entries.removeAll() }
            entries[what] = entry
            return count
        }
    }
}
