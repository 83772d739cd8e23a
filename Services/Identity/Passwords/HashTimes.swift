import Synchronization

/// Hides whether an account's hash was imported, which the time for a wrong password could show. If an imported hash
/// was checked within `lifetime`, a check of the faster kind waits until the slower kind would be done.
///
/// No check is stretched beyond twice the time of Balise's own hash: otherwise one slow imported hash would slow every
/// sign-in. So the time still shows an imported hash that takes longer than that. It also shows the first imported hash
/// that is slower than all before.
struct HashTimes: Sendable {
    /// How long an imported hash slows other checks after its own check.
    static let lifetime = Duration.seconds(600)

    /// The average time of Balise's own hashes, which follows the latest hashes; nil before the first.
    private(set) var own: Duration?
    /// The slowest imported hash of the last `lifetime`; nil before the first imported hash.
    private var slowestImported: (duration: Duration, end: ContinuousClock.Instant)?

    /// Records the time of one of Balise's own hashes. Returns how much longer the answer of its check must wait.
    mutating func rest(afterOwn duration: Duration, at now: ContinuousClock.Instant) -> Duration {
        let average = own.map { $0 + (duration - $0) / 8 } ?? duration
        own = average
        guard let slowestImported, now < slowestImported.end else { return .zero }
        return max(.zero, min(slowestImported.duration, average * 2) - duration)
    }

    /// Records the time of an imported hash. Returns how much longer the answer of its check must wait.
    mutating func rest(afterImported duration: Duration, at now: ContinuousClock.Instant) -> Duration {
        var slowest = duration
        if let other = slowestImported, now < other.end, other.duration > duration {
            slowest = other.duration
        } else {
            slowestImported = (duration: duration, end: now + HashTimes.lifetime)
        }
        let own = own ?? .zero
        return max(.zero, max(own, min(slowest, own * 2)) - duration)
    }
}

final class SharedHashTimes: Sendable {
    let value = Mutex(HashTimes())
}
