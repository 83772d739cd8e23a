import Synchronization

/// The usual times of checks, so that a wrong password does not show whether the hash comes from an import: a check of
/// the faster kind waits as long as the slower kind takes. Without an imported hash within `lifetime`, no check waits.
///
/// No check waits longer than twice the time of Balise's own hash: otherwise one slow imported hash would slow every
/// sign-in. So an imported hash that takes longer is still noticeable by its time, like a hash that is slower than all
/// before.
struct HashTimes: Sendable {
    /// How long other checks wait as long as an imported hash has taken.
    static let lifetime = Duration.seconds(600)

    /// The average time of Balise's own hashes, which follows the latest hashes; nil before the first.
    private(set) var own: Duration?
    /// The slowest imported hash of the last `lifetime`; nil before the first imported hash.
    private var slowestImported: (duration: Duration, end: ContinuousClock.Instant)?

    /// Returns the time that a check of an own hash waits after its work.
    mutating func rest(afterOwn duration: Duration, at now: ContinuousClock.Instant) -> Duration {
        let average = own.map { $0 + (duration - $0) / 8 } ?? duration
        own = average
        guard let slowestImported, now < slowestImported.end else { return .zero }
        return max(.zero, min(slowestImported.duration, average * 2) - duration)
    }

    /// Returns the time that a check of an imported hash waits after its work.
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
