public import Models
import Synchronization

/// Counts the tasks of each account that run now, so that no account takes what all share.
public final class AccountTasks: Sendable {
    private let maximum: Int
    private let counts = Mutex<[AccountID: Int]>([:])

    /// - Parameter maximum: The most tasks of one account at once.
    public init(maximum: Int) { self.maximum = maximum }

    /// Returns false, and counts nothing, if the account has as many as it may.
    public func begin(_ account: AccountID) -> Bool {
        counts.withLock { counts in
            guard counts[account, default: 0] < maximum else { return false }
            counts[account, default: 0] += 1
            return true
        }
    }

    public func end(_ account: AccountID) {
        counts.withLock { counts in
            let rest = counts[account, default: 0] - 1
            counts[account] = rest > 0 ? rest : nil
        }
    }
}
