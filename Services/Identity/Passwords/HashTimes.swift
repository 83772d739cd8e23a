import Synchronization

/// The usual times of checks, so that a wrong password does not show whether the hash comes from an import: a check of the faster
/// kind waits for the slower one. Without checks of imported hashes no check waits.
///
/// No check waits longer than an own hash takes twice: otherwise one slow imported hash would slow every sign-in. An imported
/// hash that takes longer still shows by its time, as does one that is slower than all before it.
struct HashTimes: Sendable {
    /// How long the others wait for an imported hash after its check.
    static let lifetime = Duration.seconds(600)

    /// An average that follows the latest hashes; nil before the first.
    private(set) var own: Duration?
    /// Of the checks in the last `lifetime`.
    private var slowestImported: (duration: Duration, end: ContinuousClock.Instant)?

    /// How long a check of an own hash waits after its work.
    mutating func rest(afterOwn duration: Duration, at now: ContinuousClock.Instant) -> Duration {
        let average = own.map { $0 + (duration - $0) / 8 } ?? duration
        own = average
        guard let slowestImported, now < slowestImported.end else { return .zero }
        return max(.zero, min(slowestImported.duration, average * 2) - duration)
    }

    /// The same for an imported hash.
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
