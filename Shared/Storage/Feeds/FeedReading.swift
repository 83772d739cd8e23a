public import Models

extension FeedTable {
    /// The most changes in one page, whatever the request.
    public static let maximumPageChanges = 10_000
    /// The most bytes of keys and values in one page, unless a single change is larger.
    public static let maximumPageBytes = 1 << 20

    /// The next page for a follower, read from one snapshot; for `ServiceDatabase.readSnapshot`. With a valid cursor it is of
    /// the follower's epoch, or of the current one; otherwise it starts over. A page without changes lets the follower take its
    /// high-water mark as the cursor.
    /// - Parameter cursor: The last applied sequence; 0 for the whole state; nil to ask only for the position.
    public func readPage(
        epoch: FeedEpoch?, after cursor: UInt64?, limit: Int, in connection: Connection
    ) throws(StorageError) -> FeedPage {
        let marks = try marks(connection)
        guard let cursor else {
            return FeedPage(
                epoch: marks.epoch(for: epoch), changes: [], highWater: marks.highWater, startsOver: false)
        }
        let isGood = try accepts(epoch, cursor, marks, connection)
        let changes = try changes(
            after: isGood ? cursor : 0, limit: min(max(limit, 1), Self.maximumPageChanges),
            bytes: Self.maximumPageBytes,
            in: connection)
        return FeedPage(
            epoch: isGood ? marks.epoch(for: epoch) : marks.epoch, changes: changes, highWater: marks.highWater,
            startsOver: !isGood)
    }

    /// Whether the feed, or an earlier copy that it continues, has gone as far as the cursor.
    public func knows(_ cursor: FeedCursor, in connection: Connection) throws(StorageError) -> Bool {
        try accepts(cursor.epoch, cursor.sequence, try marks(connection), connection)
    }

    /// Whether a follower with this epoch and cursor has missed nothing, and has nothing that this feed lacks.
    private func accepts(
        _ asked: FeedEpoch?, _ cursor: UInt64, _ marks: FeedMarks, _ connection: Connection
    ) throws(StorageError) -> Bool {
        // A new follower cannot have a wrong state.
        guard let asked else { return cursor == 0 }
        if FeedEpochs.sameLife(asked, marks.epoch) {
            return cursor <= marks.highWater && (asked == marks.epoch || cursor >= marks.prunedThrough)
        }
        guard let end = try FeedLives.end(of: asked, of: name, in: connection) else { return false }
        return cursor <= end && cursor >= marks.prunedThrough
    }
}

extension FeedMarks {
    /// The follower's own while it is of this life: a pruning that it has not missed does not concern it.
    fileprivate func epoch(for asked: FeedEpoch?) -> FeedEpoch {
        guard let asked, FeedEpochs.sameLife(asked, epoch) else { return epoch }
        return asked
    }

}
