import Models

/// The first change of a feed locks the feed's row for the transaction. The following sequences are counted here, and the row
/// gets only the last: each version of the row would slow down all later ones.
struct FeedSequences {
    private var latest: [FeedName: UInt64] = [:]
    private var behind: Set<FeedName> = []

    /// The next sequence; nil before the row was read.
    mutating func take(_ feed: FeedName) -> UInt64? {
        guard let next = latest[feed].map({ $0 + 1 }) else { return nil }
        latest[feed] = next
        behind.insert(feed)
        return next
    }

    mutating func keep(_ sequence: UInt64, of feed: FeedName) { latest[feed] = sequence }

    /// The returned sequences count as written afterwards.
    mutating func takeBehind() -> [(feed: FeedName, sequence: UInt64)] {
        defer { behind.removeAll() }
        return behind.compactMap { feed in latest[feed].map { (feed, $0) } }
    }

    /// The rows must be read again.
    mutating func forget() {
        if latest.isEmpty { return }
        latest.removeAll()
        behind.removeAll()
    }
}

extension PostgreSQLConnection {
    func storeSequences() throws(StorageError) {
        for (feed, sequence) in sequences.takeBehind() {
            try enqueue("UPDATE feeds SET high_water = \(sequence) WHERE name = \(feed)")
        }
    }
}
