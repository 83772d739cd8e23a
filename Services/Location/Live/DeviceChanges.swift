import MessageBus
import Models
import Synchronization

/// A feed of this process's latest changes, only in memory (`ChangedDevices`). Readers fetch everything else from the
/// database, so a reader that misses changes asks again for all its devices and loses nothing (decision 29).
final class DeviceChanges: Sendable {
    /// The least number of latest changes in memory. A follower that is further behind may have to start over.
    static let capacity = 16_384
    /// How many points stay in memory at most, for the followers of WebSockets. A follower that is further behind gets
    /// the present place instead.
    static let maximumPoints = 16_384
    /// A page ends after the change that reaches this number of points.
    static let pointsOfPage = 4096

    private struct Change {
        let device: DeviceID
        /// The new places; nil for a change of something else, and empty once the places are dropped.
        var points: [Location]?
    }

    private struct State {
        /// The latest changes, in the order of their sequence.
        var kept: [Change] = []
        /// The sequence of the first change in memory; the feed starts with 1.
        var first: UInt64 = 1
        var pointCount = 0
        var firstWithPoints: UInt64 = 1
        /// The last change when a follower last asked for points; nil before the first.
        var askedAt: UInt64?
        var listener: (@Sendable (_ withPoints: Bool) -> Void)?

        var last: UInt64 { first + UInt64(kept.count) - 1 }

        mutating func keep(_ devices: [DeviceID]) {
            for device in devices { kept.append(Change(device: device, points: nil)) }
        }

        mutating func keep(_ runs: [DeviceReport.Run], atMost maximumPoints: Int) {
            for run in runs {
                kept.append(Change(device: run.device, points: run.locations))
                pointCount += run.locations.count
            }
            dropPoints(until: maximumPoints)
        }

        mutating func dropPoints(until maximum: Int) {
            firstWithPoints = max(firstWithPoints, first)
            while pointCount > maximum, firstWithPoints <= last {
                let index = Int(firstWithPoints - first)
                if let points = kept[index].points {
                    pointCount -= points.count
                    kept[index].points = []
                }
                firstWithPoints += 1
            }
        }
    }

    /// Identifies the feed for as long as the process lives.
    let epoch: FeedEpoch
    private let capacity: Int
    private let maximumPoints: Int
    private let state = Mutex(State())

    init(
        capacity: Int = DeviceChanges.capacity, maximumPoints: Int = DeviceChanges.maximumPoints,
        epoch: UInt64 = .random(in: 1 ... .max)
    ) {
        self.capacity = capacity
        self.maximumPoints = maximumPoints
        self.epoch = FeedEpoch(rawValue: epoch)
    }

    /// Sets the listener. It learns whether a follower wants points.
    func listen(_ listener: @escaping @Sendable (_ withPoints: Bool) -> Void) {
        state.withLock { $0.listener = listener }
    }

    /// Whether a follower asked for points within the last `2 * capacity` changes. Slower followers start over anyway.
    var wantsPoints: Bool { state.withLock { wantsPoints($0) } }

    private func wantsPoints(_ state: State) -> Bool {
        state.askedAt.map { state.last - $0 <= UInt64(2 * capacity) } ?? false
    }

    /// Records changes without points. Call it after the commit.
    func record(_ devices: [DeviceID]) {
        guard !devices.isEmpty else { return }
        add { $0.keep(devices) }
    }

    /// Records new places: with their points if a follower wants them, otherwise only their devices. One lock covers both
    /// steps, so that a follower that begins at the same time misses nothing. Call it after the commit.
    func record(_ devices: [DeviceID], points: () -> [DeviceReport.Run]) {
        guard !devices.isEmpty else { return }
        add { state in
            if wantsPoints(state) { state.keep(points(), atMost: maximumPoints) } else { state.keep(devices) }
        }
    }

    /// Records new places, in the order of their request. Call it after the commit.
    func record(points runs: [DeviceReport.Run]) {
        guard !runs.isEmpty else { return }
        add { $0.keep(runs, atMost: maximumPoints) }
    }

    private func add(_ append: (inout State) -> Void) {
        let (listener, withPoints) = state.withLock { state in
            append(&state)
            // Removes half of the changes at once, so that the rest need not move with each new change.
            if state.kept.count > 2 * capacity {
                let outdated = state.kept.count - capacity
                for change in state.kept.prefix(outdated) { state.pointCount -= change.points?.count ?? 0 }
                state.kept.removeFirst(outdated)
                state.first += UInt64(outdated)
            }
            return (state.listener, wantsPoints(state))
        }
        listener?(withPoints)
    }

    /// A page with each device once, at its latest change. For an epoch or cursor that no longer fits, the page says
    /// that the feed starts over.
    func page(epoch asked: FeedEpoch?, after cursor: UInt64?, limit: Int) -> FeedPage {
        let slice = self.slice(epoch: asked, after: cursor, limit: limit)
        var page = slice.page
        var named: Set<DeviceID> = []
        for (index, change) in slice.changes.enumerated().reversed() where named.insert(change.device).inserted {
            page.changes.append(
                FeedChange(sequence: slice.first + UInt64(index), key: change.device.text, value: nil))
        }
        page.changes.reverse()
        return page
    }

    /// A page with each change and its points. The points are encoded here, and only for a follower that asks.
    func pageWithPoints(epoch asked: FeedEpoch?, after cursor: UInt64?, limit: Int) -> FeedPage {
        state.withLock { $0.askedAt = $0.last }
        let slice = self.slice(epoch: asked, after: cursor, limit: limit)
        var page = slice.page
        var count = 0
        for (index, change) in slice.changes.enumerated() where count < DeviceChanges.pointsOfPage {
            count += change.points?.count ?? 0
            page.changes.append(
                FeedChange(
                    sequence: slice.first + UInt64(index), key: change.device.text,
                    value: change.points.map { FeedValue.write(ChangedPoints($0)) }))
        }
        return page
    }

    /// The empty page, the sequence of the first change that belongs on it, and these changes.
    private func slice(
        epoch asked: FeedEpoch?, after cursor: UInt64?, limit: Int
    ) -> (page: FeedPage, first: UInt64, changes: [Change]) {
        state.withLock { state in
            var page = FeedPage(epoch: epoch, changes: [], highWater: state.last, startsOver: false)
            guard let cursor else { return (page, 0, []) }
            guard asked == epoch, cursor <= state.last, cursor + 1 >= state.first else {
                page.startsOver = true
                return (page, 0, [])
            }
            let begin = Int(cursor + 1 - state.first)
            let end = min(state.kept.count, begin + max(1, limit))
            return (page, cursor + 1, Array(state.kept[begin..<end]))
        }
    }
}

extension FeedSource {
    convenience init(of changes: DeviceChanges) {
        self.init { feed, epoch, cursor, limit in
            feed == ChangedDevices.feedWithPoints
                ? changes.pageWithPoints(epoch: epoch, after: cursor, limit: limit)
                : changes.page(epoch: epoch, after: cursor, limit: limit)
        }
        changes.listen { [weak self] withPoints in
            self?.changed(ChangedDevices.feed)
            if withPoints { self?.changed(ChangedDevices.feedWithPoints) }
        }
    }
}
