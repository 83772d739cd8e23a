// What became of one try to deliver, in words that do not depend on the provider.

import Models

/// What became of one try to deliver a push, and with that what is to be done.
///
/// Reasons are the provider's word where it has one, else a few words of ours; they are kept with the delivery and
/// shown to its publisher, so no token and no internal text stands in them.
indirect enum DeliveryOutcome: Hashable, Sendable {
    /// The provider took it, and calls it `id` where it says so.
    case sent(id: String?)
    /// Another try may go better, not before `after`; nil leaves that to `RetryPace`.
    case retry(after: Duration?, reason: String)
    /// The provider is not well, which says nothing of this delivery: it is tried again for as long as it counts, not
    /// before `after`.
    case outage(after: Duration?, reason: String)
    /// It will not go better. With `alarm` it is our fault or the configuration's, and an operator should look.
    case failed(reason: String, alarm: Bool)
    /// The push device cannot be reached by this token any more; it goes, unless it was registered again at
    /// `ifRegisteredBefore` or later.
    case removeToken(reason: String, ifRegisteredBefore: UnixTime?)
    /// The token may be one of APNs' other environment, which was only assumed.
    case tryOtherEnvironment(reason: String)
    /// Nothing goes out with this credential until an operator has looked; what waits stays.
    case stopCredential(reason: String)
    /// The credential of its topic does not count, and others have one of their own: it waits at least so long, and they
    /// go on.
    case waitForCredential(Duration, reason: String)
    /// Nobody answered at all, so it was no try of this delivery. What waits stays until somebody does.
    case unreachable(reason: String)
    /// It left and got no answer, so its provider may have taken it. The associated outcome says what follows, for
    /// example another try.
    case unanswered(DeliveryOutcome)
    /// Its connection ended before it had left, so its provider has not taken it. The associated outcome says what
    /// follows.
    case lost(DeliveryOutcome)
    /// Its time was over before it could be sent.
    case expired
    /// It was not sent: when there was a place for it, something had changed since it was judged. It is judged again.
    case outdated
}

extension DeliveryOutcome {
    /// Begins the reason of what waits for a credential that nobody has set.
    static let notConfigured = "not configured"

    /// The same for a push that left before and got no answer then. What an answer says of it stands.
    var afterNoAnswer: DeliveryOutcome {
        switch self {
        case .sent, .failed, .removeToken, .tryOtherEnvironment, .unanswered: self
        case .lost(let outcome): .unanswered(outcome)
        case .retry, .outage, .stopCredential, .waitForCredential, .unreachable, .expired, .outdated: .unanswered(self)
        }
    }
}

/// What a gateway has to do with an answer: hand on what became of it, or try again itself.
enum DeliveryStep: Hashable, Sendable {
    /// What has to change before the same push is sent again at once.
    enum Change: Hashable, Sendable {
        /// A provider token that is newer than the refused one.
        case newToken
        /// The provider token from before, since Apple takes no new one yet.
        case tokenBefore
        /// A new connection.
        case newConnection
    }

    case done(DeliveryOutcome)
    /// Once; when that is not possible or does not help, `otherwise` became of it.
    case again(Change, otherwise: DeliveryOutcome)
}

/// How long to wait before the next try: twice as long each time, within bounds, and never all at the same moment.
struct RetryPace: Hashable, Sendable {
    /// The pause before the second try.
    var first = Duration.seconds(1)
    /// No pause of ours is longer.
    var maximum = Duration.seconds(600)

    /// The pause before the next try.
    ///
    /// - Parameters:
    ///   - attempts: How many tries there were; at least 1.
    ///   - chance: A random number from 0 to 1; pauses lie between half of the full one and all of it.
    ///   - atLeast: What the provider asked for; this counts even when it is longer than `maximum`.
    func pause(after attempts: Int, chance: Double, atLeast: Duration? = nil) -> Duration {
        let doublings = min(max(attempts, 1) - 1, 40)
        let full = min(maximum, first * (1 << doublings))
        let ours = full * (0.5 + 0.5 * min(max(chance, 0), 1))
        guard let atLeast else { return ours }
        // Spread behind what was asked for, so that not everything comes back with the first moment.
        return max(ours, atLeast + ours * 0.1)
    }
}
