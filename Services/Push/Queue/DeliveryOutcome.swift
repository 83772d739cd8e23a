import Models

/// The outcome of an attempt, which determines the next step. Reasons are the provider's code or a short text. They are
/// stored and shown to the publisher, so they must not contain tokens or internal texts.
indirect enum DeliveryOutcome: Hashable, Sendable {
    case sent(id: String?)
    /// The push service tries again, not before `after`. If `after` is nil, `RetryPace` decides.
    case retry(after: Duration?, reason: String)
    /// The provider has an outage, independent of this delivery. Attempts continue until expiry, not before `after`.
    case outage(after: Duration?, reason: String)
    /// Another attempt would fail, too. `alarm`: Balise or its configuration is at fault, so an operator must look.
    case failed(reason: String, alarm: Bool)
    /// The token is dead. The push service deletes it, unless it was registered again at `ifRegisteredBefore` or later.
    case removeToken(reason: String, ifRegisteredBefore: UnixTime?)
    case tryOtherEnvironment(reason: String)
    /// The credential is refused. Deliveries wait until a trial shows that the provider accepts it again.
    case stopCredential(reason: String)
    /// The credential of this topic is refused, so the delivery waits for the given time. Other topics have their own
    /// credentials and continue.
    case waitForCredential(Duration, reason: String)
    /// The provider is unreachable. This uses up no attempt; the deliveries wait for an answer.
    case unreachable(reason: String)
    /// The push left without an answer, so it may be accepted. The associated outcome decides the next step.
    case unanswered(DeliveryOutcome)
    /// The connection ended before the push left. The associated outcome decides the next step.
    case lost(DeliveryOutcome)
    case expired
    /// Something has changed since the delivery was judged, so it is judged again.
    case outdated

    /// The beginning of the reason, if a credential is missing.
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

/// The gateway's next step: report an outcome, or try again itself.
enum DeliveryStep: Hashable, Sendable {
    enum Change: Hashable, Sendable {
        case newToken
        /// The gateway uses the former token, because Apple does not accept a new one yet.
        case tokenBefore
        case newConnection
    }

    case done(DeliveryOutcome)
    /// The gateway tries again with a change, at most once. `otherwise` applies if this is impossible or fails.
    case again(Change, otherwise: DeliveryOutcome)
}

/// The pauses between attempts. They double up to a maximum, and are spread so that deliveries do not return together.
struct RetryPace: Hashable, Sendable {
    var first = Duration.seconds(1)
    /// The longest pause, except for pauses that a provider asks for.
    var maximum = Duration.seconds(600)

    /// Returns the pause after at least 1 attempt. `chance`, from 0 to 1, spreads it between half and all of its full
    /// length. `atLeast` is the pause that the provider asks for; it may be longer than `maximum`.
    func pause(after attempts: Int, chance: Double, atLeast: Duration? = nil) -> Duration {
        let doublings = min(max(attempts, 1) - 1, 40)
        let full = min(maximum, first * (1 << doublings))
        let ours = full * (0.5 + 0.5 * min(max(chance, 0), 1))
        guard let atLeast else { return ours }
        // The spread is added to the requested pause, so that deliveries do not return together.
        return max(ours, atLeast + ours * 0.1)
    }
}
