// Whether a provider answers at all, and what it took of late.

import Models
import Synchronization

/// Tells whether a provider has answered anybody of late.
final class RecentAnswers: Sendable {
    /// For how long an answer counts, in seconds.
    private static let memory: Int64 = 60

    private let last = Mutex<UnixTime?>(nil)

    /// Somebody was answered.
    func note(at now: UnixTime) { last.withLock { $0 = now } }

    func hasAny(at now: UnixTime) -> Bool {
        last.withLock { last in last.map { now < $0.adding(seconds: RecentAnswers.memory) } ?? false }
    }
}

/// Remembers what was taken, as far as a few names tell.
final class RecentlyAccepted: Sendable {
    private static let capacity = 256

    private let names = Mutex(Set<String>())

    func note(_ name: String) {
        names.withLock { names in
            if names.contains(name) { return }
            if names.count >= RecentlyAccepted.capacity { names = [] }
            names.insert(name)
        }
    }

    func contains(_ name: String) -> Bool { names.withLock { $0.contains(name) } }
}
