// The lives that a feed has had: one for each opening of its database.

import GRDB
import GRDBSQLite
import Models

/// Which lives the feeds of a database have had, and how far each of them went.
///
/// Every opening begins another life. When an older copy replaces a database, what is written afterwards therefore
/// differs from what was written since the copy was made. A follower that went further in a life than the copy knows of
/// starts over, even when the copy has gone further since. A follower that has seen nothing that the copy lacks goes
/// on.
enum FeedLives {
    private static let table = "feed_lives"
    /// A follower that was away for more openings than this starts over.
    private static let remembered = 1000

    /// Ends the present life of every feed and begins the next, when a database is opened.
    static func begin(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS \(table) (
                    number INTEGER PRIMARY KEY AUTOINCREMENT,
                    name TEXT NOT NULL,
                    epoch INTEGER NOT NULL,
                    ended_at INTEGER NOT NULL
                ) STRICT;
                CREATE INDEX IF NOT EXISTS \(table)_by_name ON \(table) (name, epoch);
                """)
        guard try database.tableExists(FeedTable.metadata) else { return }
        for name in try String.fetchAll(database, sql: "SELECT name FROM \(FeedTable.metadata)") {
            try database.execute(
                sql: """
                    INSERT INTO \(table) (name, epoch, ended_at) \
                    SELECT name, epoch & ~?2, high_water FROM \(FeedTable.metadata) WHERE name = ?1
                    """, arguments: [name, Int64(FeedEpochs.prunings)])
            try database.execute(
                sql: """
                    DELETE FROM \(table) WHERE name = ?1 AND number <= \
                    (SELECT number FROM \(table) WHERE name = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)
                    """, arguments: [name, remembered])
            try FeedEpochs.beginLife(of: name, in: database)
        }
    }

    /// Forgets all lives but the present one: whoever followed an earlier one starts over.
    static func forget(in database: Database) throws {
        guard try database.tableExists(table) else { return }
        try database.execute(sql: "DELETE FROM \(table)")
    }

    /// How far an earlier life went; nil when it was none of this feed's, or one of long ago.
    static func end(of epoch: FeedEpoch, of feed: FeedName, in connection: Connection) throws(StorageError) -> UInt64? {
        try connection.value("SELECT min(ended_at) FROM feed_lives WHERE name = \(feed) AND epoch = \(epoch.life)")
    }
}
