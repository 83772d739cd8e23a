public import Models
import Synchronization

/// Limits the tests of a target to one in 10 seconds: the target may belong to a person who wants no calls.
public final class TargetTestLimiter: Sendable {
    private let tests = Mutex(TokenBuckets(TokenBucketRate(1, in: .seconds(10))))

    /// Makes a limiter that has counted no test.
    public init() {}

    /// Counts a test and returns nil. If the limit is reached, counts nothing and returns the seconds to wait.
    public func count(_ target: some Hashable, at now: UnixTime) -> Int? {
        tests.withLock { $0.acquire(of: target.hashValue, at: now) }
    }

    /// Takes back the count of a test that has sent nothing.
    public func takeBack(_ target: some Hashable, at now: UnixTime) {
        tests.withLock { $0.release(of: target.hashValue, at: now) }
    }
}
