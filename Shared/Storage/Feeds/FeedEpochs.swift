// How the lives and the prunings of a feed are numbered.

import GRDB
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
    static func renew(in database: Database) throws {
        try FeedLives.forget(in: database)
        guard try database.tableExists(FeedTable.metadata) else { return }
        for name in try String.fetchAll(database, sql: "SELECT name FROM \(FeedTable.metadata)") {
            try beginLife(of: name, in: database)
        }
    }

    static func beginLife(of name: String, in database: Database) throws {
        try database.execute(
            sql: "UPDATE \(FeedTable.metadata) SET epoch = ? WHERE name = ?",
            arguments: [Int64(bitPattern: random().rawValue), name])
    }
}

extension FeedEpoch {
    /// The epoch without its count of prunings.
    ///
    /// It is for a feed that holds nothing but tombstones. Pruning takes the oldest rows of all there, so a cursor
    /// alone tells who has missed something, and all answers of one life have the same epoch.
    public var life: FeedEpoch { FeedEpoch(rawValue: rawValue & ~FeedEpochs.prunings) }
}
