// How the lives and the prunings of a feed are numbered.

public import Models

/// How the epochs of a feed are numbered: 48 random bits for its life, of which each opening of the database begins
/// another, and 16 bits that count the prunings in that life.
///
/// A follower that began after the latest pruning has missed nothing, wherever it stands. One that began earlier has
/// missed something when its cursor lies before the latest pruned tombstone. The count tells them apart, so a new
/// follower that is still reading the whole state is not sent back to the beginning again and again.
enum FeedEpochs {
    static let prunings: UInt64 = 0xffff

    /// A life that nobody has seen.
    static func random() -> FeedEpoch {
        FeedEpoch(rawValue: UInt64.random(in: .min ... .max) & ~prunings)
    }

    /// The epoch behind `epoch` by one pruning; a new life when the count is used up.
    static func afterPruning(_ epoch: FeedEpoch) -> FeedEpoch {
        epoch.rawValue & prunings == prunings ? random() : FeedEpoch(rawValue: epoch.rawValue + 1)
    }

    /// Whether both belong to one life of the table.
    static func sameLife(_ one: FeedEpoch, _ other: FeedEpoch) -> Bool {
        one.rawValue & ~prunings == other.rawValue & ~prunings
    }

    /// Gives every feed of a database another life, in which nobody who followed an earlier one can go on.
    static func renew(in connection: Connection) throws(StorageError) {
        try FeedLives.forget(in: connection)
        for name in try feeds(in: connection) { try beginLife(of: name, in: connection) }
    }

    static func beginLife(of feed: FeedName, in connection: Connection) throws(StorageError) {
        try connection.run("UPDATE feeds SET epoch = \(random()) WHERE name = \(feed)")
    }

    /// The feeds that a database has.
    static func feeds(in connection: Connection) throws(StorageError) -> [FeedName] {
        guard try connection.engine.hasTable(FeedTable.metadata) else { return [] }
        return try connection.values("SELECT name FROM feeds ORDER BY name")
    }
}

extension FeedEpoch {
    /// The epoch without its count of prunings.
    ///
    /// It is for a feed that holds nothing but tombstones. Pruning takes the oldest rows of all there, so a cursor
    /// alone tells who has missed something, and all answers of one life have the same epoch.
    public var life: FeedEpoch { FeedEpoch(rawValue: rawValue & ~FeedEpochs.prunings) }
}
