import Models
import Synchronization

/// Distinguishes a silent provider from one that answers other pushes, but not this one.
final class RecentAnswers: Sendable {
    /// How long an answer counts, in seconds.
    private static let memory: Int64 = 60
    /// After so many consecutive pushes without an answer, earlier answers do not count.
    private static let maximumLosses = 3

    private struct State {
        var last: UnixTime?
        /// The number of unanswered pushes since then.
        var losses = 0
    }

    private let state = Mutex(State())

    /// Whether the number of consecutive unanswered pushes makes the provider count as silent.
    var isSilent: Bool { state.withLock { $0.losses >= RecentAnswers.maximumLosses } }

    func note(at now: UnixTime) { state.withLock { $0 = State(last: now) } }

    /// The outcome of an unanswered push, as if it had not left. If other pushes are answered, this uses up an attempt.
    /// Otherwise the provider has an outage, which does not.
    func outcome(ofLoss reason: String, at now: UnixTime) -> DeliveryOutcome {
        let isAnswering = state.withLock { state in
            state.losses += 1
            guard let last = state.last, state.losses < RecentAnswers.maximumLosses else { return false }
            return now < last.adding(seconds: RecentAnswers.memory)
        }
        return .lost(isAnswering ? .retry(after: nil, reason: reason) : .outage(after: nil, reason: reason))
    }
}
