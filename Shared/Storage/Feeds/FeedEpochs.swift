public import Models

/// The numbers of a feed's epochs: 48 random bits for its life, which changes with each opening of the database, and 16
/// bits that count the prunings in that life.
///
/// A follower that started after the latest pruning has missed nothing, whatever its cursor. One that started earlier
/// has missed something if its cursor is before the latest pruned tombstone. The count distinguishes them, so that a
/// new follower that is still reading the whole state need not start over after each pruning.
package enum FeedEpochs {
    static let prunings: UInt64 = 0xffff

    /// A new life.
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
    /// The epoch without its count of prunings.
    ///
    /// For a feed of tombstones only. Pruning removes its oldest rows, so the cursor alone shows whether a follower has
    /// missed something, and all answers of one life have the same epoch.
    public var life: FeedEpoch { FeedEpoch(rawValue: rawValue & ~FeedEpochs.prunings) }
}
