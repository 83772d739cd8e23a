// The SQL of a feed's table, put together once per feed.

import Models

/// The SQL of one feed.
struct FeedSQL: Sendable {
    let create: String
    let upsert: String
    let selectChanges: String
    let lastPrunable: String
    let prune: String

    init(_ feed: FeedName) {
        let table =
            "\"feed_" + feed.rawValue.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
            + "\""
        // Rows stand in the order of their sequence, since followers read them in that order.
        create = """
            CREATE TABLE IF NOT EXISTS \(FeedTable.metadata) (
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
            """
        upsert = """
            INSERT INTO \(table) (sequence, key, value, changed_at) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (key) DO UPDATE SET sequence = ?1, value = ?3, changed_at = ?4
            """
        selectChanges = "SELECT sequence, key, value FROM \(table) WHERE sequence > ?1 ORDER BY sequence LIMIT ?2"
        lastPrunable = "SELECT max(sequence) FROM \(table) WHERE value IS NULL AND changed_at < ?1"
        prune = "DELETE FROM \(table) WHERE value IS NULL AND changed_at < ?1"
    }

    static let insertMetadata =
        "INSERT INTO \(FeedTable.metadata) (name, epoch, high_water, pruned_through) VALUES (?1, ?2, 0, 0)"
    static let selectMetadata = "SELECT epoch, high_water, pruned_through FROM \(FeedTable.metadata) WHERE name = ?1"
    static let advance =
        "UPDATE \(FeedTable.metadata) SET high_water = high_water + 1 WHERE name = ?1 RETURNING high_water"
    static let notePruning =
        "UPDATE \(FeedTable.metadata) SET epoch = ?2, pruned_through = max(pruned_through, ?3) WHERE name = ?1"
}
