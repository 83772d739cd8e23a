import Models
import Synchronization

/// Anonymous accounts that may exist without a session, because identity's answer to their creation or erasure did not arrive.
/// The purge erases them. They are in memory only: a restart leaves those of the last minutes.
final class UnusedAccounts: Sendable {
    /// The most accounts; the oldest are dropped.
    static let maximum = 100_000
    /// In seconds: longer than identity may still need to create the account.
    static let rest: Int64 = 120

    private let accounts = Mutex<[(account: AccountID, at: UnixTime)]>([])

    func insert(_ account: AccountID, at now: UnixTime) {
        accounts.withLock { accounts in
            if accounts.count == UnusedAccounts.maximum { accounts.removeFirst() }
            accounts.append((account, now))
        }
    }

    func due(at now: UnixTime, limit: Int) -> [AccountID] {
        let latest = now.adding(seconds: -UnusedAccounts.rest)
        return accounts.withLock { accounts in
            accounts.filter { $0.at <= latest }.prefix(limit).map { $0.account }
        }
    }

    func remove(_ account: AccountID) {
        accounts.withLock { accounts in
            guard let place = accounts.firstIndex(where: { $0.account == account }) else { return }
            accounts.remove(at: place)
        }
    }
}
