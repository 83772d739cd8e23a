import Models

/// Notifications of changed feeds, by NOTIFY on a channel of the service's schema.
struct FeedNotices: Sendable {
    let channel: String
    /// The sender: a process receives its own notifications, too.
    private let origin: String

    /// - Parameter origin: Identifies this opening of the database.
    init(schema: String, origin: UInt64 = .random(in: .min ... .max)) {
        // The server truncates longer names, so notifications would not match.
        channel = "balise \(schema)".cut(toBytes: 63)
        self.origin = String(origin, radix: 36)
    }

    /// When the transaction is committed. Once for each batch and feed, because such a commit takes a lock of the whole server.
    func send(of feeds: [FeedName], on connection: PostgreSQLConnection) throws(StorageError) {
        for feed in feeds { try connection.notify(channel, "\(origin) \(feed.rawValue)") }
    }

    /// The feed in another process's notification; nil for this process's own.
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
