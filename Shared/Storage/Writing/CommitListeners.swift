import Models
import Synchronization

final class CommitListeners: Sendable {
    private let listeners = Mutex([FeedName: [@Sendable () -> Void]]())

    func add(to feed: FeedName, _ listener: @escaping @Sendable () -> Void) {
        listeners.withLock { $0[feed, default: []].append(listener) }
    }

    /// On the calling thread.
    func tell(of feeds: some Sequence<FeedName>) {
        let listening = listeners.withLock { listeners in feeds.flatMap { listeners[$0] ?? [] } }
        for listener in listening { listener() }
    }

    func tellAll() {
        let listening = listeners.withLock { $0.values.flatMap(\.self) }
        for listener in listening { listener() }
    }
}
