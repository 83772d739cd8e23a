// Follows the accounts feed, so that what an erased account has claimed is claimed no more.

import Logging
import MessageBus
import Models
import Synchronization

/// Follows the accounts feed of identity for as long as the service runs.
///
/// Nothing waits for it: while identity is away the service works, and erased accounts are caught up with later.
struct AccountsFollower: Sendable {
    let store: any LocationStore
    let clock: any WallClock
    let logger: Logger
    let client: BusClient

    /// How often the log says that the feed cannot be followed, in seconds.
    private static let secondsBetweenComplaints: Int64 = 60

    /// Runs until its task is cancelled.
    func run() async {
        let cursor: FeedCursor?
        do throws(LocationStoreError) {
            cursor = try store.accountsCursor()
        } catch {
            // A database from which not even this can be read fails every request, which says so.
            logger.error("the accounts feed cannot be followed", metadata: ["cause": "\(error)"])
            return
        }
        let quietUntil = Mutex(UnixTime(milliseconds: 0))
        let follower = FeedFollower(of: AccountChange.feed, at: .identity, through: client, from: .cursor(cursor)) {
            [clock, logger] error in
            let now = clock.now()
            let isDue = quietUntil.withLock { quietUntil in
                guard quietUntil <= now else { return false }
                quietUntil = now.adding(seconds: AccountsFollower.secondsBetweenComplaints)
                return true
            }
            if isDue { logger.warning("the accounts feed cannot be followed for now", metadata: ["cause": "\(error)"]) }
        } apply: { [store, clock] page, _ in
            try await store.takeAccounts(page, at: clock.now())
        }
        await follower.run()
    }
}
