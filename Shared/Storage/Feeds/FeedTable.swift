public import Models

/// The table of one feed, written in the same transaction as the state. A change replaces the row of its key and takes
/// the next sequence, so the table is as large as the state. A deleted key leaves a tombstone, which is pruned by age.
public struct FeedTable: Sendable {
    public let name: FeedName

    static let metadata = "feeds"
    static let metadataTable: SQL = "feeds"

    private let table: SQL

    public init(_ name: FeedName) {
        self.name = name
        table = SQL(name: "feed_" + name.rawValue)
    }

    /// Creates the feed's table, and the table that all feeds of a database share. For use in a migration. The rows are
    /// sorted by sequence, the order in which followers read them.
    public func create(in connection: Connection) throws(StorageError) {
        try connection.execute(
            """
            CREATE TABLE IF NOT EXISTS feeds (
                name TEXT PRIMARY KEY NOT NULL,
                epoch INTEGER NOT NULL,
                high_water INTEGER NOT NULL,
                pruned_through INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE \(table) (
                sequence INTEGER PRIMARY KEY NOT NULL,
                key TEXT UNIQUE NOT NULL,
                value BLOB,
                changed_at INTEGER NOT NULL
            ) STRICT;
            """)
        try connection.run(
            """
            INSERT INTO feeds (name, epoch, high_water, pruned_through) VALUES (\(name), \(FeedEpochs.random()), 0, 0)
            """)
    }

    /// Records a key's new state in the transaction that changes it. Returns the sequence.
    @discardableResult
    public func record(
        _ key: String, _ value: [UInt8], at now: UnixTime, in connection: Connection
    ) throws(StorageError) -> UInt64 {
        try put(key, value, now, connection)
    }

    /// Records a key's deletion in the transaction that deletes it. Returns the sequence.
    @discardableResult
    public func recordTombstone(
        _ key: String, at now: UnixTime, in connection: Connection
    ) throws(StorageError) -> UInt64 {
        try put(key, nil, now, connection)
    }

    /// Removes old tombstones, and returns their number. A follower that has not read the last of them must start over.
    @discardableResult
    public func pruneTombstones(olderThan moment: UnixTime, in connection: Connection) throws(StorageError) -> Int {
        let prunable: SQL = "value IS NULL AND changed_at < \(moment)"
        guard let last: UInt64 = try connection.value("SELECT max(sequence) FROM \(table) WHERE \(prunable)") else {
            return 0
        }
        try connection.engine.requireChange(in: name)
        let count = try connection.run("DELETE FROM \(table) WHERE \(prunable)")
        let marks = try marks(connection)
        try connection.run(
            """
            UPDATE feeds SET epoch = \(FeedEpochs.afterPruning(marks.epoch)), \
            pruned_through = \(max(marks.prunedThrough, last)) WHERE name = \(name)
            """)
        return count
    }

    /// The sequence of the latest change; 0 before the first change.
    public func highWater(in connection: Connection) throws(StorageError) -> UInt64 { try marks(connection).highWater }

    /// The current epoch and the sequence of the latest change.
    public func position(in connection: Connection) throws(StorageError) -> FeedCursor {
        let marks = try marks(connection)
        return FeedCursor(epoch: marks.epoch, sequence: marks.highWater)
    }

    func marks(_ connection: Connection) throws(StorageError) -> FeedMarks {
        try connection.engine.storeSequences()
        let marks = try connection.first(
            "SELECT epoch, high_water, pruned_through FROM feeds WHERE name = \(name)", FeedMarks.init)
        guard let marks else { throw missing(connection) }
        return marks
    }

    func changes(
        after cursor: UInt64, limit: Int, bytes: Int, in connection: Connection
    ) throws(StorageError) -> [FeedChange] {
        var changes: [FeedChange] = []
        var size = 0
        try connection.forEach(
            "SELECT sequence, key, value FROM \(table) WHERE sequence > \(cursor) ORDER BY sequence LIMIT \(limit)"
        ) { row throws(StorageError) in
            let change = FeedChange(sequence: try row["sequence"], key: try row["key"], value: try row["value"])
            size += change.key.utf8.count + (change.value?.count ?? 0)
            // A page has a change, however large. Otherwise the follower would never get past that change.
            if size > bytes, !changes.isEmpty { return false }
            changes.append(change)
            return true
        }
        return changes
    }

    private func put(
        _ key: String, _ value: [UInt8]?, _ now: UnixTime, _ connection: Connection
    ) throws(StorageError) -> UInt64 {
        let sequence = try nextSequence(connection)
        try connection.enqueue(
            """
            INSERT INTO \(table) (sequence, key, value, changed_at) \
            VALUES (\(sequence), \(key), \(value), \(now)) ON CONFLICT (key) DO UPDATE \
            SET sequence = excluded.sequence, value = excluded.value, changed_at = excluded.changed_at
            """)
        try connection.engine.recordChange(in: name)
        return sequence
    }

    private func nextSequence(_ connection: Connection) throws(StorageError) -> UInt64 {
        if let next = connection.engine.takeSequence(of: name) { return next }
        let sequence: UInt64? = try connection.value(
            "UPDATE feeds SET high_water = high_water + 1 WHERE name = \(name) RETURNING high_water")
        guard let sequence else { throw missing(connection) }
        connection.engine.keepSequence(sequence, of: name)
        return sequence
    }

    private func missing(_ connection: Connection) -> StorageError {
        connection.engine.misuse("there is no feed \(name) in this database")
    }
}

struct FeedMarks {
    var epoch: FeedEpoch
    /// The latest sequence. It is stored apart from the rows, so that it survives the deletion of the last row.
    var highWater: UInt64
    var prunedThrough: UInt64
}

extension FeedMarks {
    fileprivate init(_ row: borrowing Row) throws(StorageError) {
        try self.init(epoch: row["epoch"], highWater: row["high_water"], prunedThrough: row["pruned_through"])
    }

    /// Returns the follower's epoch if it belongs to the current life, as prunings before the follower's cursor do not
    /// concern the follower; otherwise the current epoch.
    fileprivate func epoch(for asked: FeedEpoch?) -> FeedEpoch {
        guard let asked, FeedEpochs.sameLife(asked, epoch) else { return epoch }
        return asked
    }
}

extension FeedTable {
    /// The largest number of changes in one page, whatever the request.
    public static let maximumPageChanges = 10_000
    /// The largest size of keys and values in one page in bytes, unless a single change is larger.
    public static let maximumPageBytes = 1 << 20

    /// The next page for a follower, read from one snapshot; for `ServiceDatabase.readSnapshot`. With an invalid
    /// cursor, the page starts over in the current epoch. With a valid cursor, it has the follower's epoch if that
    /// belongs to the current life, and otherwise the current epoch. If a page has no changes, the follower takes its
    /// high-water mark as the cursor.
    /// - Parameter cursor: The last applied sequence; 0 for the whole state; nil to ask only for the position.
    public func readPage(
        epoch: FeedEpoch?, after cursor: UInt64?, limit: Int, in connection: Connection
    ) throws(StorageError) -> FeedPage {
        let marks = try marks(connection)
        guard let cursor else {
            return FeedPage(epoch: marks.epoch(for: epoch), changes: [], highWater: marks.highWater, startsOver: false)
        }
        let isGood = try accepts(epoch, cursor, marks, connection)
        let changes = try changes(
            after: isGood ? cursor : 0, limit: min(max(limit, 1), Self.maximumPageChanges),
            bytes: Self.maximumPageBytes, in: connection)
        return FeedPage(
            epoch: isGood ? marks.epoch(for: epoch) : marks.epoch, changes: changes, highWater: marks.highWater,
            startsOver: !isGood)
    }

    /// Whether the feed, or an earlier copy that it continues, has gone as far as the cursor, and no tombstone after
    /// the cursor was pruned.
    public func knows(_ cursor: FeedCursor, in connection: Connection) throws(StorageError) -> Bool {
        try accepts(cursor.epoch, cursor.sequence, try marks(connection), connection)
    }

    /// Whether a follower with this epoch and cursor has missed nothing, and has nothing that this feed lacks.
    private func accepts(
        _ asked: FeedEpoch?, _ cursor: UInt64, _ marks: FeedMarks, _ connection: Connection
    ) throws(StorageError) -> Bool {
        // A new follower has no state that could be wrong, so it is accepted if it asks from 0.
        guard let asked else { return cursor == 0 }
        if FeedEpochs.sameLife(asked, marks.epoch) {
            return cursor <= marks.highWater && (asked == marks.epoch || cursor >= marks.prunedThrough)
        }
        guard let end = try FeedLives.end(of: asked, of: name, in: connection) else { return false }
        return cursor <= end && cursor >= marks.prunedThrough
    }
}
