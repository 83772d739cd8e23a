import Models
import ServiceRuntime
import Synchronization

/// Limits the new forwarders of an account to 20 a day, because each causes a mail, and the tests of a forwarder.
final class ForwarderLimiter: Sendable {
    private let creations = Mutex(TokenBuckets(TokenBucketRate(20, in: .seconds(86_400))))
    let tests = TargetTestLimiter()

    /// Counts a new forwarder and returns nil. If the limit is reached, counts nothing and returns the seconds to wait.
    func count(_ creation: CreateForwarder, at now: UnixTime) -> Int? {
        creations.withLock { $0.acquire(of: creation.account.hashValue, at: now) }
    }

    /// Takes back the count of a forwarder that was not created.
    func takeBack(_ creation: CreateForwarder, at now: UnixTime) {
        creations.withLock { $0.release(of: creation.account.hashValue, at: now) }
    }
}
