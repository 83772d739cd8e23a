import Models
import Synchronization

/// Limits the tests of a forwarder to one in 10 seconds: its target may belong to somebody who wants no calls.
final class ForwarderTestLimiter: Sendable {
    private let buckets = Mutex(TokenBuckets(TokenBucketRate(1, in: .seconds(10))))

    /// Counts a test and returns nil. If the limit is reached, counts nothing and returns the seconds to wait.
    func count(_ test: TestForwarder, at now: UnixTime) -> Int? {
        buckets.withLock { $0.acquire(of: name(test), at: now) }
    }

    /// Takes back the count of a test that has sent nothing.
    func takeBack(_ test: TestForwarder, at now: UnixTime) {
        buckets.withLock { $0.release(of: name(test), at: now) }
    }

    private func name(_ test: TestForwarder) -> Int {
        var hasher = Hasher()
        hasher.combine(test.account)
        hasher.combine(test.forwarder)
        return hasher.finalize()
    }
}
