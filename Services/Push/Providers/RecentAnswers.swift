// Whether a provider answers at all, by its recent answers.

import Models
import Synchronization

/// Tells a provider that answers nothing from one that answers other pushes, but not this one.
final class RecentAnswers: Sendable {
    /// For how long an answer counts, in seconds.
    private static let memory: Int64 = 60
    /// After so many pushes in a row without an answer, earlier answers count no more.
    private static let maximumLosses = 3

    private struct State {
        var last: UnixTime?
        /// How many pushes got no answer since then.
        var losses = 0
    }

    private let state = Mutex(State())

    /// Whether so many pushes in a row got no answer that the provider counts as silent.
    var isSilent: Bool { state.withLock { $0.losses >= RecentAnswers.maximumLosses } }

    /// Notes that a push was answered.
    func note(at now: UnixTime) { state.withLock { $0 = State(last: now) } }

    /// The outcome of a push that got no answer, taken as one that had not left. Where other pushes are answered, this
    /// was one of its tries. Where none is, the provider is not well, and the push loses no try.
    func outcome(ofLoss reason: String, at now: UnixTime) -> DeliveryOutcome {
        let isAnswering = state.withLock { state in
            state.losses += 1
            guard let last = state.last, state.losses < RecentAnswers.maximumLosses else { return false }
            return now < last.adding(seconds: RecentAnswers.memory)
        }
        return .lost(isAnswering ? .retry(after: nil, reason: reason) : .outage(after: nil, reason: reason))
    }
}
