// Answers ReadFeed: services follow the accounts.

import MessageBus
import Models

/// The source of the accounts feed.
enum AccountsFeed {
    /// Answers from the store, and at once when it changes.
    static func source(_ store: IdentityStore) -> FeedSource {
        let source = FeedSource { feed, epoch, after, limit in
            guard feed == AccountChange.feed else {
                throw ServiceError(.notFound, "identity has no feed called \(feed)")
            }
            return try await store.readFeed(epoch: epoch, after: after, limit: limit)
        }
        store.onChange { source.changed(AccountChange.feed) }
        return source
    }
}
