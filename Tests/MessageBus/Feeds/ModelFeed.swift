final class ModelFeed: Sendable {
    struct State {
        var life: UInt64
        /// A part of the epoch, so that readers that began after a pruning differ from those that missed it.
        var prunings: UInt64 = 0
        var last: UInt64 = 0
        var rows: [String: FeedChange] = [:]
        /// The latest sequence of a tombstone that was removed.
        var pruned: UInt64 = 0

        var epoch: FeedEpoch { FeedEpoch(rawValue: life << 16 | prunings) }

        func accepts(_ asked: FeedEpoch?, after: UInt64) -> Bool {
            guard let asked else { return after == 0 }
            guard asked.rawValue >> 16 == life, after <= last else { return false }
            return asked == epoch || after >= pruned
        }
    }

    static let name = FeedName(rawValue: "places")
    private let state: Mutex<State>

    init(epoch: UInt64 = 1) { state = Mutex(State(life: epoch)) }

    func change(_ key: String, to value: UInt8?) {
        state.withLock { state in
            state.last += 1
            state.rows[key] = FeedChange(sequence: state.last, key: key, value: value.map { [$0] })
        }
    }

    func pruneTombstones() {
        state.withLock { state in
            state.prunings += 1
            for (key, row) in state.rows where row.value == nil {
                state.pruned = max(state.pruned, row.sequence)
                state.rows[key] = nil
            }
        }
    }

    var backup: State { state.withLock { $0 } }

    /// Takes the feed back in time; a restore makes a new epoch.
    func restore(_ backup: State, epoch: UInt64) {
        state.withLock { state in
            state = backup
            state.life = epoch
        }
    }

    var values: [String: [UInt8]] { state.withLock { $0.rows.compactMapValues(\.value) } }

    var mark: FeedCursor { state.withLock { FeedCursor(epoch: $0.epoch, sequence: $0.last) } }

    func page(_ feed: FeedName, _ epoch: FeedEpoch?, _ after: UInt64?, _ limit: Int) throws -> FeedPage {
        guard feed == ModelFeed.name else { throw ServiceError(.notFound, "There is no such feed.") }
        return state.withLock { state in
            let isSameLife = epoch.map { $0.rawValue >> 16 == state.life } ?? false
            let ownEpoch = isSameLife ? epoch ?? state.epoch : state.epoch
            guard let after else {
                return FeedPage(epoch: ownEpoch, changes: [], highWater: state.last, startsOver: false)
            }
            let isGood = state.accepts(epoch, after: after)
            let from = isGood ? after : 0
            let changes = state.rows.values.filter { $0.sequence > from }.sorted { $0.sequence < $1.sequence }
            return FeedPage(
                epoch: isGood ? ownEpoch : state.epoch, changes: Array(changes.prefix(limit)), highWater: state.last,
                startsOver: !isGood)
        }
    }
}

/// A follower's copy: applied together with its cursor, as in one transaction; survives the follower.
final class ModelCopy: Sendable {
    struct State {
        var cursor: FeedCursor?
        var values: [String: [UInt8]] = [:]
        var pages = 0
        var restarts = 0
        var isRefusing = false
    }

    private let state = Mutex(State())

    struct Refused: Error {}

    func apply(_ page: FeedPage, _ cursor: FeedCursor) throws {
        try state.withLock { state in
            if state.isRefusing { throw Refused() }
            if page.startsOver {
                state.values = [:]
                state.restarts += 1
            }
            for change in page.changes { state.values[change.key] = change.value }
            state.cursor = cursor
            state.pages += 1
        }
    }

    func refuse(_ isRefusing: Bool) { state.withLock { $0.isRefusing = isRefusing } }

    var now: State { state.withLock { $0 } }
}
