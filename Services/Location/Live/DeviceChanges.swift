// Which devices have changed of late, for those who show places live.

import MessageBus
import Models
import Synchronization

/// Keeps the ids of the devices that this process has changed last, in the order in which that was done, and gives them
/// to followers as a feed (`ChangedDevices`).
///
/// It is kept in memory: what followers show comes from the database and is judged there, so a follower that missed
/// something asks about everything that it shows, and has lost nothing (decision 29).
final class DeviceChanges: Sendable {
    /// How many changes are kept; a follower that is further behind starts over.
    static let capacity = 16_384

    private struct State {
        /// The changes in the order of their sequence, the first of them at `first`.
        var kept: [DeviceID] = []
        /// The sequence of the first that is kept; the feed begins with 1.
        var first: UInt64 = 1
        var listener: (@Sendable () -> Void)?

        var last: UInt64 { first + UInt64(kept.count) - 1 }
    }

    /// The life of this feed, which is that of the process.
    let epoch: FeedEpoch
    private let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int = DeviceChanges.capacity, epoch: UInt64 = .random(in: 1 ... .max)) {
        self.capacity = capacity
        self.epoch = FeedEpoch(rawValue: epoch)
    }

    /// Calls `listener` after each change.
    func listen(_ listener: @escaping @Sendable () -> Void) { state.withLock { $0.listener = listener } }

    /// Notes that something about devices has changed, after the commit.
    func record(_ devices: [DeviceID]) {
        guard !devices.isEmpty else { return }
        let listener = state.withLock { state in
            state.kept.append(contentsOf: devices)
            // Half of them at once, so that the others need not be moved with each change.
            if state.kept.count > 2 * capacity {
                let outdated = state.kept.count - capacity
                state.kept.removeFirst(outdated)
                state.first += UInt64(outdated)
            }
            return state.listener
        }
        listener?()
    }

    /// A page for a follower: each device once, at the place of its latest change. With an epoch or a cursor that is of
    /// no use here, it has no changes and says that the feed starts over.
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
    /// A source of the devices that change.
    convenience init(of changes: DeviceChanges) {
        self.init(of: ChangedDevices.feed) { epoch, cursor, limit in
            changes.page(epoch: epoch, after: cursor, limit: limit)
        }
        changes.listen { [weak self] in self?.changed(ChangedDevices.feed) }
    }
}
