// What the processes of a service tell each other about their feeds.

import Models

/// The notices of changed feeds, by NOTIFY on a channel of the service's schema.
struct FeedNotices: Sendable {
    /// The channel; those of other schemas of the database are others.
    let channel: String
    /// Whose notices they are: a process hears its own too.
    private let origin: String

    /// - Parameters:
    ///   - schema: The schema of the service's tables.
    ///   - origin: Tells this opening of the database from all others.
    init(schema: String, origin: UInt64 = .random(in: .min ... .max)) {
        // The server cuts longer names, and takes them for others in a notice.
        channel = "balise \(schema)".cut(toBytes: 63)
        self.origin = String(origin, radix: 36)
    }

    /// Tells of the feeds when the transaction is committed. Once for a batch and feed: such a commit takes a lock of
    /// the whole server.
    func send(of feeds: [FeedName], on connection: PostgreSQLConnection) throws(StorageError) {
        for feed in feeds { try connection.notify(channel, "\(origin) \(feed.rawValue)") }
    }

    /// The feed of which another process tells; nil for what this one has sent.
    func feed(of payload: String) -> FeedName? {
        guard let space = payload.firstIndex(of: " "), payload[..<space] != origin else { return nil }
        return FeedName(rawValue: String(payload[payload.index(after: space)...]))
    }
}

extension String {
    /// The longest beginning that has at most so many bytes.
    fileprivate func cut(toBytes count: Int) -> String {
        var text = self
        while text.utf8.count > count { text.removeLast() }
        return text
    }
}
