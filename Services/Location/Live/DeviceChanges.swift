import MessageBus
import Models
import Synchronization

/// A feed of this process's latest changes, only in memory (`ChangedDevices`). A follower reads everything else from the
/// database, so one that misses changes asks again for all its devices and loses nothing (decision 29).
final class DeviceChanges: Sendable {
    /// A follower that is further behind starts over.
    static let capacity = 16_384

    private struct State {
        /// In the order of their sequence.
        var kept: [DeviceID] = []
        /// The sequence of the first change in memory; the feed starts with 1.
        var first: UInt64 = 1
        var listener: (@Sendable () -> Void)?

        var last: UInt64 { first + UInt64(kept.count) - 1 }
    }

    /// Lives as long as the process.
    let epoch: FeedEpoch
    private let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int = DeviceChanges.capacity, epoch: UInt64 = .random(in: 1 ... .max)) {
        self.capacity = capacity
        self.epoch = FeedEpoch(rawValue: epoch)
    }

    func listen(_ listener: @escaping @Sendable () -> Void) { state.withLock { $0.listener = listener } }

    /// Call it after the commit.
    func record(_ devices: [DeviceID]) {
        guard !devices.isEmpty else { return }
        let listener = state.withLock { state in
            state.kept.append(contentsOf: devices)
            // Removes half of them at once, so that the others need not move with each change.
            if state.kept.count > 2 * capacity {
                let outdated = state.kept.count - capacity
                state.kept.removeFirst(outdated)
                state.first += UInt64(outdated)
            }
            return state.listener
        }
        listener?()
    }

    /// A page with each device once, at its latest change. For an epoch or cursor that no longer fits, the page says that the
    /// feed starts over.
    func page(epoch asked: FeedEpoch?, after cursor: UInt64?, limit: Int) -> FeedPage {
        state.withLock { state in
            var page = FeedPage(epoch: epoch, changes: [], highWater: state.last, startsOver: false)
            guard let cursor else { return page }
            guard asked == epoch, cursor <= state.last, cursor + 1 >= state.first else {
                page.startsOver = true
                return page
            }
            let begin = Int(cursor + 1 - state.first)
            let end = min(state.kept.count, begin + max(1, limit))
            var named: Set<DeviceID> = []
            for index in (begin..<end).reversed() where named.insert(state.kept[index]).inserted {
                page.changes.append(
                    FeedChange(sequence: state.first + UInt64(index), key: state.kept[index].text, value: nil))
            }
            page.changes.reverse()
            return page
        }
    }
}

extension FeedSource {
    convenience init(of changes: DeviceChanges) {
        self.init(of: ChangedDevices.feed) { epoch, cursor, limit in
            changes.page(epoch: epoch, after: cursor, limit: limit)
        }
        changes.listen { [weak self] in self?.changed(ChangedDevices.feed) }
    }
}
