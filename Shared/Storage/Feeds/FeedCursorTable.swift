// How far a follower has come, kept in the database that holds what it made of the feed.

public import Models

/// The cursors of one follower's database, one row a feed.
///
/// A page and the cursor behind it are applied in one transaction, so a follower that crashes goes on exactly where its
/// state stands.
public enum FeedCursorTable {
    /// The statement that makes the table.
    public static let table: SQL = """
        CREATE TABLE feed_cursors (
            feed TEXT PRIMARY KEY NOT NULL,
            epoch INTEGER NOT NULL,
            sequence INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// How far the follower has come in `feed`; nil before its first page.
    ///
    /// - Throws: `StorageError`.
    public static func read(_ feed: FeedName, in connection: Connection) throws(StorageError) -> FeedCursor? {
        try connection.first("SELECT epoch, sequence FROM feed_cursors WHERE feed = \(feed)") {
            row throws(StorageError) in FeedCursor(epoch: try row["epoch"], sequence: try row["sequence"])
        }
    }

    /// Applies a page and stores the cursor behind it, inside a `write`. Gives the cursor; nil when nothing was done.
    ///
    /// The page must be the answer to a request with the cursor that is stored here: an older one would bring back what
    /// has changed since. So nothing is done where the page says that it followed another cursor, as when another
    /// process that follows into the same database was quicker. A page may be applied twice, as long as `apply` sets
    /// what the change says instead of adding to it.
    ///
    /// - Parameters:
    ///   - startOver: Drops all that earlier pages have left; called first when the page says so.
    ///   - apply: Applies one change.
    /// - Throws: What the closures throw; `StorageError`.
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

    /// Sets how far the follower has come, for one that begins at the high-water mark.
    ///
    /// - Throws: `StorageError`.
    public static func store(_ cursor: FeedCursor, of feed: FeedName, in connection: Connection) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO feed_cursors (feed, epoch, sequence) VALUES (\(feed), \(cursor.epoch), \(cursor.sequence)) \
            ON CONFLICT (feed) DO UPDATE SET epoch = excluded.epoch, sequence = excluded.sequence
            """)
    }
}
