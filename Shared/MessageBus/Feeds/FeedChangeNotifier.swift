import Models
import Synchronization

final class FeedChangeNotifier: Sendable {
    private struct Feed {
        var count: UInt64 = 0
        var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]

        /// Counts a change. Returns those who waited for it.
        mutating func change() -> [UInt64: CheckedContinuation<Void, Never>] {
            count += 1
            if waiting.isEmpty { return [:] }
            defer { waiting = [:] }
            return waiting
        }
    }

    private struct State {
        var feeds: [FeedName: Feed] = [:]
        var lastWait: UInt64 = 0
    }

    private let state = Mutex(State())

    func count(of feed: FeedName) -> UInt64 { state.withLock { $0.feeds[feed]?.count ?? 0 } }

    func announce(_ feed: FeedName) {
        let waiting = state.withLock { $0.feeds[feed, default: Feed()].change() }
        for continuation in waiting.values { continuation.resume() }
    }

    /// Waits until the feed has changed more than `seen` times, `span` has passed, or the task is cancelled.
    func wait(for feed: FeedName, after seen: UInt64, atMost span: Duration, by clock: any FeedClock) async {
        let id = state.withLock { state in
            state.lastWait += 1
            return state.lastWait
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.wait(id, for: feed, after: seen) }
            group.addTask { try? await clock.sleep(for: span) }
            await group.next()
            group.cancelAll()
        }
    }

    private func wait(_ id: UInt64, for feed: FeedName, after seen: UInt64) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDue = state.withLock { state in
                    // The cancellation handler takes the same lock. So either the cancellation is seen here, or the
                    // handler finds the entry.
                    if Task.isCancelled || (state.feeds[feed]?.count ?? 0) > seen { return true }
                    state.feeds[feed, default: Feed()].waiting[id] = continuation
                    return false
                }
                if isDue { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.feeds[feed]?.waiting.removeValue(forKey: id) }?.resume()
        }
    }
}
