public import Models

/// The positions of followers. A page and its cursor are applied in one transaction, so after a crash a follower
/// continues exactly from its state.
public enum FeedCursorTable {
    public static let table: SQL = """
        CREATE TABLE feed_cursors (
            feed TEXT PRIMARY KEY NOT NULL,
            epoch INTEGER NOT NULL,
            sequence INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// The follower's position in `feed`; nil before its first page.
    public static func read(_ feed: FeedName, in connection: Connection) throws(StorageError) -> FeedCursor? {
        try connection.first("SELECT epoch, sequence FROM feed_cursors WHERE feed = \(feed)") {
            row throws(StorageError) in FeedCursor(epoch: try row["epoch"], sequence: try row["sequence"])
        }
    }

    /// Applies a page and stores its cursor, inside a `write`. Returns nil and does nothing if the page's base is
    /// another cursor: an older page would undo newer changes. A page may be applied twice, so `apply` must set values
    /// and never add to them.
    /// - Parameter startOver: Deletes the state of earlier pages. Called first, if the page starts over.
    @discardableResult
    public static func apply(
        _ page: FeedPage, of feed: FeedName, in connection: Connection, startOver: () throws -> Void,
        apply: (FeedChange) throws -> Void
    ) throws -> FeedCursor? {
        if let base = page.base, base != (try read(feed, in: connection) ?? .beginning) { return nil }
        if page.startsOver { try startOver() }
        for change in page.changes { try apply(change) }
        let cursor = FeedCursor(epoch: page.epoch, sequence: page.changes.last?.sequence ?? page.highWater)
        try store(cursor, of: feed, in: connection)
        return cursor
    }

    /// Sets the position of a new follower that needs no earlier state, at the high-water mark.
    public static func store(_ cursor: FeedCursor, of feed: FeedName, in connection: Connection) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO feed_cursors (feed, epoch, sequence) VALUES (\(feed), \(cursor.epoch), \(cursor.sequence)) \
            ON CONFLICT (feed) DO UPDATE SET epoch = excluded.epoch, sequence = excluded.sequence
            """)
    }
}
