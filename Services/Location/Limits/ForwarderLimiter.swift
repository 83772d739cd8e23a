import Models
import Synchronization

/// Limits the new forwarders of an account to 20 a day, because each causes a mail, and the tests of a forwarder to one
/// in 10 seconds: its target may belong to somebody who wants no calls.
final class ForwarderLimiter: Sendable {
    private let creations = Mutex(TokenBuckets(TokenBucketRate(20, in: .seconds(86_400))))
    private let tests = Mutex(TokenBuckets(TokenBucketRate(1, in: .seconds(10))))

    /// Counts a new forwarder and returns nil. If the limit is reached, counts nothing and returns the seconds to wait.
    func count(_ creation: CreateForwarder, at now: UnixTime) -> Int? {
        creations.withLock { $0.acquire(of: creation.account.hashValue, at: now) }
    }

    /// Takes back the count of a forwarder that was not created.
    func takeBack(_ creation: CreateForwarder, at now: UnixTime) {
        creations.withLock { $0.release(of: creation.account.hashValue, at: now) }
    }

    /// Counts a test and returns nil. If the limit is reached, counts nothing and returns the seconds to wait.
    func count(_ test: TestForwarder, at now: UnixTime) -> Int? {
        tests.withLock { $0.acquire(of: name(test), at: now) }
    }

    /// Takes back the count of a test that has sent nothing.
    func takeBack(_ test: TestForwarder, at now: UnixTime) {
        tests.withLock { $0.release(of: name(test), at: now) }
    }

    private func name(_ test: TestForwarder) -> Int {
        var hasher = Hasher()
        hasher.combine(test.account)
        hasher.combine(test.forwarder)
        return hasher.finalize()
    }
}
