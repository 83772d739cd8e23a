import Synchronization

/// The usual times of checks, so that a wrong password does not show whether the hash comes from an import: the faster kind
/// waits for the time of the slower one. Without imported hashes no check waits.
struct HashTimes: Sendable {
    /// Averages that follow the latest checks; nil before the first.
    private(set) var own: Duration?
    private(set) var imported: Duration?

    /// How long a check of an own hash waits after its work.
    mutating func rest(afterOwn duration: Duration) -> Duration {
        own = HashTimes.average(own, duration)
        return max(.zero, (imported ?? .zero) - duration)
    }

    /// The same for an imported hash.
    mutating func rest(afterImported duration: Duration) -> Duration {
        let average = HashTimes.average(imported, duration)
        imported = average
        return max(.zero, max(own ?? .zero, average) - duration)
    }

    private static func average(_ before: Duration?, _ duration: Duration) -> Duration {
        before.map { $0 + (duration - $0) / 8 } ?? duration
    }
}

final class SharedHashTimes: Sendable {
    let value = Mutex(HashTimes())
}
