import Models
import ServiceRuntime
import Synchronization

/// Limits wrong codes of circles to 10 an hour for an account, and 30 an hour for a network.
final class CircleCodeLimiter: Sendable {
    private struct State {
        var accounts = TokenBuckets(TokenBucketRate(10, in: .seconds(3600)))
        var networks = TokenBuckets(TokenBucketRate(30, in: .seconds(3600)))
    }

    private let state = Mutex(State())

    /// Counts an attempt and returns nil. If the limit is reached, counts nothing and returns the seconds to wait.
    func count(_ account: AccountID, from address: String, at now: UnixTime) -> Int? {
        state.withLock { state in
            if let wait = state.accounts.acquire(of: account.text.hashValue, at: now) { return wait }
            guard let wait = state.networks.acquire(of: TokenBuckets.name(address), at: now) else { return nil }
            state.accounts.release(of: account.text.hashValue, at: now)
            return wait
        }
    }

    /// Takes back the count of an attempt whose code was right.
    func takeBack(_ account: AccountID, from address: String, at now: UnixTime) {
        state.withLock { state in
            state.accounts.release(of: account.text.hashValue, at: now)
            state.networks.release(of: TokenBuckets.name(address), at: now)
        }
    }
}
