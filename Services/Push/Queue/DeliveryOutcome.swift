import Models

/// The outcome of one attempt, which determines the next step.
///
/// Reasons are the provider's code or a short text. They are stored and shown to the publisher, so they must not
/// contain tokens or internal texts.
indirect enum DeliveryOutcome: Hashable, Sendable {
    /// Accepted by the provider, with its id for the push if it gives one.
    case sent(id: String?)
    /// Another attempt may succeed, not before `after`; for nil `RetryPace` decides.
    case retry(after: Duration?, reason: String)
    /// The provider has an outage, independent of this delivery. Attempts continue until the delivery expires, not
    /// before `after`.
    case outage(after: Duration?, reason: String)
    /// Another attempt would fail too. `alarm`: Balise or its configuration is at fault, so an operator should look.
    case failed(reason: String, alarm: Bool)
    /// The token is dead. It is deleted, unless it was registered again at `ifRegisteredBefore` or later.
    case removeToken(reason: String, ifRegisteredBefore: UnixTime?)
    /// The token may belong to the other APNs environment; this one was only assumed.
    case tryOtherEnvironment(reason: String)
    /// The credential is refused. Deliveries wait until an operator acts.
    case stopCredential(reason: String)
    /// The credential of this topic is refused, but other topics have their own. This delivery waits at least so long,
    /// and others continue.
    case waitForCredential(Duration, reason: String)
    /// The provider is unreachable. This does not use up an attempt; the deliveries wait for an answer.
    case unreachable(reason: String)
    /// The push left without an answer, so its provider may have accepted it. The associated outcome is what follows,
    /// such as another attempt.
    case unanswered(DeliveryOutcome)
    /// The connection ended before the push left, so its provider did not accept it. The associated outcome is what
    /// follows.
    case lost(DeliveryOutcome)
    case expired
    /// Not sent: something changed since the delivery was judged. It is judged again.
    case outdated
}

extension DeliveryOutcome {
    /// The prefix of the reason if a credential is missing.
    static let notConfigured = "not configured"

    /// The outcome for a push that left earlier without an answer. A definite answer stays unchanged.
    var afterNoAnswer: DeliveryOutcome {
        switch self {
        case .sent, .failed, .removeToken, .tryOtherEnvironment, .unanswered: self
        case .lost(let outcome): .unanswered(outcome)
        case .retry, .outage, .stopCredential, .waitForCredential, .unreachable, .expired, .outdated: .unanswered(self)
        }
    }
}

/// The gateway's reaction to an answer: report an outcome, or try again itself.
enum DeliveryStep: Hashable, Sendable {
    /// The change before an immediate second attempt.
    enum Change: Hashable, Sendable {
        /// A provider token that is newer than the refused one.
        case newToken
        /// The previous provider token, because Apple does not accept a new one yet.
        case tokenBefore
        case newConnection
    }

    case done(DeliveryOutcome)
    /// At most once; `otherwise` is the outcome if this is impossible or fails.
    case again(Change, otherwise: DeliveryOutcome)
}

/// The pauses between attempts. They double up to a maximum, and are spread so that deliveries do not return together.
struct RetryPace: Hashable, Sendable {
    var first = Duration.seconds(1)
    /// The maximum, except for pauses that a provider asks for.
    var maximum = Duration.seconds(600)

    /// The pause before the next attempt.
    ///
    /// - Parameters:
    ///   - attempts: The number of attempts so far; at least 1.
    ///   - chance: A random number from 0 to 1. It spreads the pause between half and all of its full length.
    ///   - atLeast: The pause that the provider asked for, even if it exceeds `maximum`.
    func pause(after attempts: Int, chance: Double, atLeast: Duration? = nil) -> Duration {
        let doublings = min(max(attempts, 1) - 1, 40)
        let full = min(maximum, first * (1 << doublings))
        let ours = full * (0.5 + 0.5 * min(max(chance, 0), 1))
        guard let atLeast else { return ours }
        // Spread after the requested pause, so that deliveries do not return together.
        return max(ours, atLeast + ours * 0.1)
    }
}
