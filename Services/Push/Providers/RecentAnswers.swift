// Whether a provider answers at all, and what it took of late.

import Models
import Synchronization

/// Tells a provider that answers nobody from one that answers, but not this push.
final class RecentAnswers: Sendable {
    /// For how long an answer counts, in seconds.
    private static let memory: Int64 = 60
    /// After so many in a row that got none an answer counts no more.
    private static let maximumLosses = 3

    private struct State {
        var last: UnixTime?
        /// How many got no answer since.
        var losses = 0
    }

    private let state = Mutex(State())

    /// Whether many in a row got no answer.
    var isSilent: Bool { state.withLock { $0.losses >= RecentAnswers.maximumLosses } }

    /// Somebody was answered.
    func note(at now: UnixTime) { state.withLock { $0 = State(last: now) } }

    /// What becomes of a push that got no answer, as one that had not left: where others are answered it was a try of this push;
    /// where nobody is, the provider is not well.
    func outcome(ofLoss reason: String, at now: UnixTime) -> DeliveryOutcome {
        let isAnswering = state.withLock { state in
            state.losses += 1
            guard let last = state.last, state.losses < RecentAnswers.maximumLosses else { return false }
            return now < last.adding(seconds: RecentAnswers.memory)
        }
        return .lost(isAnswering ? .retry(after: nil, reason: reason) : .outage(after: nil, reason: reason))
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
