// Whether a provider answers at all, and what it took of late.

import Models
import Synchronization

/// Tells whether a provider has answered anybody of late.
final class ProviderPulse: Sendable {
    /// For how long an answer counts, in seconds.
    private static let memory: Int64 = 60

    private let last = Mutex<UnixTime?>(nil)

    /// Somebody was answered.
    func beat(at now: UnixTime) { last.withLock { $0 = now } }

    func isFelt(at now: UnixTime) -> Bool {
        last.withLock { last in last.map { now < $0.adding(seconds: ProviderPulse.memory) } ?? false }
    }
}

/// Remembers what was taken, as far as a few names tell.
final class LatelyTaken: Sendable {
    private static let capacity = 256

    private let names = Mutex(Set<String>())

    func note(_ name: String) {
        names.withLock { names in
            if names.contains(name) { return }
            if names.count >= LatelyTaken.capacity { names = [] }
            names.insert(name)
        }
    }

    func contains(_ name: String) -> Bool { names.withLock { $0.contains(name) } }
}
