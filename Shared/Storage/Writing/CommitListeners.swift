// Who is told that a feed has changed.

import Models
import Synchronization

/// What is called after a commit that changed a feed.
final class CommitListeners: Sendable {
    private let listeners = Mutex([FeedName: [@Sendable () -> Void]]())

    func add(to feed: FeedName, _ listener: @escaping @Sendable () -> Void) {
        listeners.withLock { $0[feed, default: []].append(listener) }
    }

    /// Calls those of the feeds, on the calling thread.
    func tell(of feeds: some Sequence<FeedName>) {
        let listening = listeners.withLock { listeners in feeds.flatMap { listeners[$0] ?? [] } }
        for listener in listening { listener() }
    }

    /// Calls all of them: what has changed meanwhile is not known.
    func tellAll() {
        let listening = listeners.withLock { $0.values.flatMap(\.self) }
        for listener in listening { listener() }
    }
}
