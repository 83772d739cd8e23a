// Reads a page of a feed for a follower, and decides whether the follower has to start over.

public import Models

extension FeedTable {
    /// The most changes in one page, whatever was asked for.
    public static let maximumPageChanges = 10_000
    /// The most bytes of keys and values in one page, unless a single change has more.
    public static let maximumPageBytes = 1 << 20

    /// The next page for a follower, read from one snapshot; for `ServiceDatabase.readSnapshot`.
    ///
    /// - Parameters:
    ///   - epoch: the epoch that the follower holds, nil for a new one.
    ///   - cursor: the last sequence it has applied; 0 for the whole state; nil only asks where the feed stands.
    ///   - limit: the most changes wanted.
    /// - Returns: when the cursor is good, a page in the follower's own epoch, or in the present one if its own belongs
    ///   to an earlier opening of the database; otherwise a page that starts over with the present epoch. A page
    ///   without changes means that there are none up to its high-water mark, which the follower can take as its
    ///   cursor.
    /// - Throws: `StorageError`.
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

    /// Whether a follower has come as far as its cursor says in this copy of the feed, or in one that it goes on from.
    ///
    /// - Throws: `StorageError`.
    public func knows(_ cursor: FeedCursor, in connection: Connection) throws(StorageError) -> Bool {
        try accepts(cursor.epoch, cursor.sequence, try marks(connection), connection)
    }

    /// Whether a follower with this epoch and cursor misses nothing, and knows nothing that there is not, when it goes
    /// on.
    private func accepts(
        _ asked: FeedEpoch?, _ cursor: UInt64, _ marks: FeedMarks, _ connection: Connection
    ) throws(StorageError) -> Bool {
        // A new follower has nothing that could be wrong.
        guard let asked else { return cursor == 0 }
        if FeedEpochs.sameLife(asked, marks.epoch) {
            return cursor <= marks.highWater && (asked == marks.epoch || cursor >= marks.prunedThrough)
        }
        guard let end = try FeedLives.end(of: asked, of: name, in: connection) else { return false }
        return cursor <= end && cursor >= marks.prunedThrough
    }
}

extension FeedMarks {
    /// The epoch of an answer: the asker's own while it belongs to this life of the table, since a pruning that it has
    /// not missed is no concern of its.
    fileprivate func epoch(for asked: FeedEpoch?) -> FeedEpoch {
        guard let asked, FeedEpochs.sameLife(asked, epoch) else { return epoch }
        return asked
    }

}
