import Models
import Synchronization

/// Distinguishes a silent provider from one that answers other pushes, but not this one.
final class RecentAnswers: Sendable {
    /// In seconds.
    private static let memory: Int64 = 60
    /// Consecutive; earlier answers do not count then.
    private static let maximumLosses = 3

    private struct State {
        var last: UnixTime?
        var losses = 0
    }

    private let state = Mutex(State())

    var isSilent: Bool { state.withLock { $0.losses >= RecentAnswers.maximumLosses } }

    func note(at now: UnixTime) { state.withLock { $0 = State(last: now) } }

    /// Treats the push as if it had not left. If other pushes are answered, this uses up an attempt. Otherwise the provider
    /// has an outage, which does not.
    func outcome(ofLoss reason: String, at now: UnixTime) -> DeliveryOutcome {
        let isAnswering = state.withLock { state in
            state.losses += 1
            guard let last = state.last, state.losses < RecentAnswers.maximumLosses else { return false }
            return now < last.adding(seconds: RecentAnswers.memory)
        }
        return .lost(isAnswering ? .retry(after: nil, reason: reason) : .outage(after: nil, reason: reason))
    }
}

/// Topics at APNs, messages at FCM: a later refusal of the same one is about the token. Forgets all names when it is full.
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
