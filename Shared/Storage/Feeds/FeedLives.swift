import Models

/// Every opening of a SQLite database starts a new life, and so does a PostgreSQL on a different server. So if an older copy
/// replaces a database, a follower that went further in a life than the copy starts over, even if the copy has gone further
/// since.
enum FeedLives {
    /// A follower that was away for more openings than this starts over.
    private static let remembered = 1000

    static func createTable(in connection: Connection) throws(StorageError) {
        try connection.execute(
            """
            CREATE TABLE IF NOT EXISTS feed_lives (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                name TEXT NOT NULL,
                epoch INTEGER NOT NULL,
                ended_at INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX IF NOT EXISTS feed_lives_by_name ON feed_lives (name, epoch);
            """)
    }

    static func begin(in connection: Connection) throws(StorageError) {
        for feed in try FeedEpochs.feeds(in: connection) {
            try connection.run(
                """
                INSERT INTO feed_lives (name, epoch, ended_at) \
                SELECT name, epoch & \(~FeedEpochs.prunings), high_water FROM feeds WHERE name = \(feed)
                """)
            try connection.run(
                """
                DELETE FROM feed_lives WHERE name = \(feed) AND number <= \
                (SELECT number FROM feed_lives WHERE name = \(feed) ORDER BY number DESC LIMIT 1 \
                OFFSET \(remembered))
                """)
            try FeedEpochs.beginLife(of: feed, in: connection)
        }
    }

    /// Forgets all lives but the current one: earlier followers start over.
    static func forget(in connection: Connection) throws(StorageError) {
        try connection.run("DELETE FROM feed_lives")
    }

    /// The last sequence of an earlier life; nil if it is unknown or too old.
    static func end(of epoch: FeedEpoch, of feed: FeedName, in connection: Connection) throws(StorageError) -> UInt64? {
        try connection.value("SELECT min(ended_at) FROM feed_lives WHERE name = \(feed) AND epoch = \(epoch.life)")
    }
}
