public import Models

/// The lives of a database's feeds. Every opening of a SQLite database starts a new life, and so does a PostgreSQL
/// database on a different server. If an older copy replaces a database, a follower may have gone further in a life
/// than the copy. It then starts over, even if the copy has gone further since.
enum FeedLives {
    /// The number of remembered lives. A follower that was away during more lives starts over.
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

    /// Forgets all lives but the current one, so that earlier followers start over.
    static func forget(in connection: Connection) throws(StorageError) { try connection.run("DELETE FROM feed_lives") }

    /// The last sequence of an earlier life; nil if the life is unknown or too old.
    static func end(of epoch: FeedEpoch, of feed: FeedName, in connection: Connection) throws(StorageError) -> UInt64? {
        try connection.value("SELECT min(ended_at) FROM feed_lives WHERE name = \(feed) AND epoch = \(epoch.life)")
    }
}

/// An epoch has 48 random bits for a feed's life, which changes as `FeedLives` describes, and 16 bits that count the
/// prunings in that life. Without the count, a new follower would start over after each pruning.
package enum FeedEpochs {
    static let prunings: UInt64 = 0xffff

    static func random() -> FeedEpoch { FeedEpoch(rawValue: UInt64.random(in: .min ... .max) & ~prunings) }

    /// Returns the epoch after one more pruning; a new life when the count is used up.
    static func afterPruning(_ epoch: FeedEpoch) -> FeedEpoch {
        epoch.rawValue & prunings == prunings ? random() : FeedEpoch(rawValue: epoch.rawValue + 1)
    }

    static func sameLife(_ one: FeedEpoch, _ other: FeedEpoch) -> Bool {
        one.rawValue & ~prunings == other.rawValue & ~prunings
    }

    /// Gives every feed of a database a new life, in which no earlier follower can continue.
    package static func renew(in connection: Connection) throws(StorageError) {
        try FeedLives.forget(in: connection)
        for name in try feeds(in: connection) { try beginLife(of: name, in: connection) }
    }

    static func beginLife(of feed: FeedName, in connection: Connection) throws(StorageError) {
        try connection.run("UPDATE feeds SET epoch = \(random()) WHERE name = \(feed)")
    }

    static func feeds(in connection: Connection) throws(StorageError) -> [FeedName] {
        guard try connection.engine.hasTable(FeedTable.metadata) else { return [] }
        return try connection.values("SELECT name FROM feeds ORDER BY name")
    }
}

extension FeedEpoch {
    /// The epoch without the count of prunings, for a feed that contains only tombstones. Pruning removes its oldest
    /// rows, so the cursor alone shows whether a follower has missed something.
    public var life: FeedEpoch { FeedEpoch(rawValue: rawValue & ~FeedEpochs.prunings) }
}
