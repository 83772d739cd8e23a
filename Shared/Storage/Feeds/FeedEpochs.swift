public import Models

/// 48 random bits for a feed's life, which changes with each opening of the database, and 16 bits that count the prunings in
/// that life. Without the count, a new follower that is still reading the whole state would start over after each pruning.
package enum FeedEpochs {
    static let prunings: UInt64 = 0xffff

    static func random() -> FeedEpoch {
        FeedEpoch(rawValue: UInt64.random(in: .min ... .max) & ~prunings)
    }

    /// The epoch after one pruning; a new life when the count is used up.
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
    /// Without the count of prunings; for a feed of tombstones only. Pruning removes its oldest rows, so the cursor alone shows
    /// whether a follower has missed something.
    public var life: FeedEpoch { FeedEpoch(rawValue: rawValue & ~FeedEpochs.prunings) }
}
