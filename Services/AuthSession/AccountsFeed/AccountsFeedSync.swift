// Lets a handler wait until it has read all that the accounts feed says, before it decides.

import MessageBus
import Models
import Synchronization

/// The accounts feed as far as handlers need it: to be sure that nothing has been missed.
final class AccountsFeedSync: Sendable {
    /// How long the latest changes are waited for.
    private let timeout: Duration
    private let follower = Mutex<FeedFollower?>(nil)

    init(timeout: Duration) { self.timeout = timeout }

    /// Says what follows the feed.
    func follow(_ follower: FeedFollower) { self.follower.withLock { $0 = follower } }

    /// Waits until all that identity had told when this was asked has been taken over.
    func catchUp() async throws {
        guard let follower = follower.withLock({ $0 }) else { return }
        do { try await follower.catchUp(within: timeout) } catch {
            throw ServiceError(
                .unavailable, "the state of the account cannot be read at the moment; try again", retryAfter: 1)
        }
    }
}
