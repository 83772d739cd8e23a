import Models

/// Notifications of changed feeds, by NOTIFY on a channel of the service's schema.
struct FeedNotices: Sendable {
    let channel: String
    /// Identifies the sender of notifications. A process receives its own notifications, too, and ignores them.
    private let origin: String

    /// Creates the notifications of a schema.
    /// - Parameter origin: Identifies this opening of the database.
    init(schema: String, origin: UInt64 = .random(in: .min ... .max)) {
        // The server truncates longer names, so the names of the sender and the listener would differ.
        channel = "balise \(schema)".cut(toBytes: 63)
        self.origin = String(origin, radix: 36)
    }

    /// Notifies at the commit, once for each batch and feed, because such a commit locks the whole server.
    func send(of feeds: [FeedName], on connection: PostgreSQLConnection) throws(StorageError) {
        for feed in feeds { try connection.notify(channel, "\(origin) \(feed.rawValue)") }
    }

    /// Returns the feed in another process's notification; nil for a notification of this process.
    func feed(of payload: String) -> FeedName? {
        guard let space = payload.firstIndex(of: " "), payload[..<space] != origin else { return nil }
        return FeedName(rawValue: String(payload[payload.index(after: space)...]))
    }
}

extension String {
    fileprivate func cut(toBytes count: Int) -> String {
        var text = self
        while text.utf8.count > count { text.removeLast() }
        return text
    }
}

/// Counts a feed's sequences during a transaction. The first change of a feed locks the feed's row. The following
/// sequences are counted here, and the row gets only the last sequence, because each version of the row would slow down
/// all later versions.
struct FeedSequences {
    private var latest: [FeedName: UInt64] = [:]
    private var behind: Set<FeedName> = []

    /// Returns the next sequence; nil if the row has not been read yet.
    mutating func take(_ feed: FeedName) -> UInt64? {
        guard let next = latest[feed].map({ $0 + 1 }) else { return nil }
        latest[feed] = next
        behind.insert(feed)
        return next
    }

    mutating func keep(_ sequence: UInt64, of feed: FeedName) { latest[feed] = sequence }

    /// Returns the sequences that the rows lack. From then on they count as written.
    mutating func takeBehind() -> [(feed: FeedName, sequence: UInt64)] {
        defer { behind.removeAll() }
        return behind.compactMap { feed in latest[feed].map { (feed, $0) } }
    }

    /// Forgets all sequences, so that the rows must be read again.
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
