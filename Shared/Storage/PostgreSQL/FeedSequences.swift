// The sequences of feeds that a transaction gives out on PostgreSQL.

import Models

/// The latest sequence of each feed that the present transaction has written to.
///
/// Its first change of a feed takes the feed's row, which is the transaction's from then on. The sequences behind it are
/// counted here, and the row gets the last of them: a version of the row for each change would have to be waited for, and
/// each would be found behind all those before it.
struct FeedSequences {
    private var latest: [FeedName: UInt64] = [:]
    /// Feeds whose row is behind.
    private var behind: Set<FeedName> = []

    /// The next sequence; nil before the row was asked.
    mutating func take(_ feed: FeedName) -> UInt64? {
        guard let next = latest[feed].map({ $0 + 1 }) else { return nil }
        latest[feed] = next
        behind.insert(feed)
        return next
    }

    /// What the row has said.
    mutating func keep(_ sequence: UInt64, of feed: FeedName) { latest[feed] = sequence }

    /// The sequences that the rows lack; from now on they have them.
    mutating func takeBehind() -> [(feed: FeedName, sequence: UInt64)] {
        defer { behind.removeAll() }
        return behind.compactMap { feed in latest[feed].map { (feed, $0) } }
    }

    /// Has the rows asked again.
    mutating func forget() {
        if latest.isEmpty { return }
        latest.removeAll()
        behind.removeAll()
    }
}

extension PostgreSQLConnection {
    /// Writes the latest sequences to the rows of their feeds.
    func storeSequences() throws(StorageError) {
        for (feed, sequence) in sequences.takeBehind() {
            try enqueue("UPDATE feeds SET high_water = \(sequence) WHERE name = \(feed)")
        }
    }
}
