// Anonymous accounts that may have been made although no session began with them.

import Models
import Synchronization

/// Anonymous accounts that may have been made although no session began with them: identity's answer, or that to their
/// erasure, has not come. The purge erases them. They are in memory only, so those of the last minutes stay when the
/// program ends.
final class UnusedAccounts: Sendable {
    /// The most accounts that are kept; the oldest go.
    static let maximum = 100_000
    /// How long an account is kept before it is erased, in seconds: longer than identity may still be making it.
    static let rest: Int64 = 120

    private let accounts = Mutex<[(account: AccountID, at: UnixTime)]>([])

    /// Keeps an account from now on.
    func insert(_ account: AccountID, at now: UnixTime) {
        accounts.withLock { accounts in
            if accounts.count == UnusedAccounts.maximum { accounts.removeFirst() }
            accounts.append((account, now))
        }
    }

    /// The oldest of those that have rested, at most so many.
    func due(at now: UnixTime, limit: Int) -> [AccountID] {
        let latest = now.adding(seconds: -UnusedAccounts.rest)
        return accounts.withLock { accounts in
            accounts.filter { $0.at <= latest }.prefix(limit).map { $0.account }
        }
    }

    /// Forgets an account that is erased.
    func remove(_ account: AccountID) {
        accounts.withLock { accounts in
            guard let place = accounts.firstIndex(where: { $0.account == account }) else { return }
            accounts.remove(at: place)
        }
    }
}
