import MessageBus
import Models
import Synchronization

/// Lets handlers wait for the latest changes of accounts before they decide.
final class AccountsFeedSync: Sendable {
    /// The time to wait for the latest changes.
    private let timeout: Duration
    private let follower = Mutex<FeedFollower?>(nil)

    init(timeout: Duration) { self.timeout = timeout }

    func follow(_ follower: FeedFollower) { self.follower.withLock { $0 = follower } }

    /// Waits until every change that identity had announced before this call is stored.
    func catchUp() async throws {
        guard let follower = follower.withLock({ $0 }) else { return }
        do { try await follower.catchUp(within: timeout) } catch {
            throw ServiceError(
                .unavailable, "the state of the account cannot be read at the moment; try again", retryAfter: 1)
        }
    }
}
