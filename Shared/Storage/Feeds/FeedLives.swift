// The lives that a feed has had: one for each opening of its database.

import Models

/// Which lives the feeds of a database have had, and how far each of them went.
///
/// Every opening of a SQLite database begins another life, and so does a PostgreSQL database that is found on another
/// server. When an older copy replaces a database, what is written afterwards therefore differs from what was written
/// since the copy was made. A follower that went further in a life than the copy knows of starts over, even when the
/// copy has gone further since. A follower that has seen nothing that the copy lacks goes on.
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

    /// Ends the present life of every feed and begins the next.
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

    /// Forgets all lives but the present one: whoever followed an earlier one starts over.
    static func forget(in connection: Connection) throws(StorageError) {
        try connection.run("DELETE FROM feed_lives")
    }

    /// How far an earlier life went; nil when it was none of this feed's, or one of long ago.
    static func end(of epoch: FeedEpoch, of feed: FeedName, in connection: Connection) throws(StorageError) -> UInt64? {
        try connection.value("SELECT min(ended_at) FROM feed_lives WHERE name = \(feed) AND epoch = \(epoch.life)")
    }
}
