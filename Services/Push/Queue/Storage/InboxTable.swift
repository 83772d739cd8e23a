import Models
import Storage

struct InboxTable {
    let connection: Connection

    /// Adds entries in the order of recipients. Skips recipients who were erased, or whose position was erased, since
    /// the audience was resolved. `isRead`: there is no text to read. Returns the range of numbers; nil if none was
    /// added.
    func insert(
        _ recipients: [ResolvedRecipient], _ notification: Int64, isRead: Bool = false, at now: UnixTime
    ) throws(StorageError) -> ClosedRange<Int64>? {
        let added = try AddedRows(to: "inbox", on: connection) { () throws(StorageError) in
            var count = 0
            for one in recipients {
                count += try connection.run(
                    """
                    INSERT INTO inbox (recipient, notification, distance, radius, position_at, at, read_at) \
                    SELECT number, \(notification), \(one.distance), \(one.radius), \(one.positionAt), \(now), \
                    \(isRead ? now : nil) \
                    FROM recipient WHERE number = \(one.recipient) AND (position_withdrawal IS NULL \
                    OR position_withdrawal <= (SELECT decided_after FROM notification WHERE number = \(notification)))
                    """)
            }
            return count
        }
        return added?.numbers
    }

    func figures(of recipient: Int64, _ notification: Int64) throws(StorageError) -> ResolvedRecipient? {
        try connection.first(
            """
            SELECT distance, radius, position_at FROM inbox WHERE number = \
            (SELECT number FROM inbox WHERE recipient = \(recipient) AND notification = \(notification))
            """
        ) { row throws(StorageError) in
            try ResolvedRecipient(
                recipient: recipient, distance: row["distance"], radius: row["radius"], positionAt: row["position_at"])
        }
    }

    /// Deletes entries whose notification no push device has received and no push device can still receive.
    func deleteUnreceived(of notification: Int64, among entries: ClosedRange<Int64>) throws(StorageError) {
        try connection.run(
            """
            DELETE FROM inbox WHERE number BETWEEN \(entries.lowerBound) AND \(entries.upperBound) \
            AND notification = \(notification) AND NOT EXISTS (SELECT 1 FROM delivery \
            WHERE delivery.recipient = inbox.recipient AND delivery.notification = inbox.notification \
            AND (delivery.state = 'sent' OR delivery.next_at IS NOT NULL))
            """)
    }

    func deleteUnreceived(of recipient: Int64, ifCancelled notification: Int64) throws(StorageError) {
        try connection.run(
            """
            DELETE FROM inbox WHERE recipient = \(recipient) AND notification = \(notification) \
            AND EXISTS (SELECT 1 FROM notification WHERE notification.number = \(notification) \
            AND notification.state = 'cancelled') \
            AND NOT EXISTS (SELECT 1 FROM delivery WHERE delivery.recipient = \(recipient) \
            AND delivery.notification = \(notification) \
            AND (delivery.state = 'sent' OR delivery.next_at IS NOT NULL))
            """)
    }

    /// Forgets the figures of a recipient. Keeps only whether an operator may know of them
    /// (`ResolvedRecipient.mayBeKnown`).
    func forgetPlaces(of recipient: Int64) throws(StorageError) {
        try connection.run(
            """
            UPDATE inbox SET distance = CASE WHEN distance <= radius * 1000 - 2000 THEN 0 ELSE -1 END, \
            radius = 0, position_at = 0 WHERE recipient = \(recipient) AND distance > 0
            """)
    }

    // MARK: Inbox

    func unread(of recipient: Int64) throws(StorageError) -> Int {
        try connection.value("SELECT count(*) FROM inbox WHERE recipient = \(recipient) AND read_at IS NULL") ?? 0
    }

    func total(of recipient: Int64) throws(StorageError) -> Int {
        try connection.value(
            """
            SELECT count(*) FROM inbox WHERE recipient = \(recipient) AND NOT EXISTS (SELECT 1 FROM notification \
            WHERE notification.number = inbox.notification AND notification.is_silent = 1)
            """) ?? 0
    }

    /// Returns the number of an entry. The id of an entry is that of its notification.
    func number(of recipient: Int64, _ entry: InboxEntryID) throws(StorageError) -> Int64? {
        try connection.value(
            """
            SELECT number FROM inbox WHERE recipient = \(recipient) \
            AND notification = (SELECT number FROM notification WHERE id = \(entry))
            """)
    }

    /// Returns entries below `number`, the latest first. `withNotifications` includes other entries than announcements.
    func entries(
        of recipient: Int64, before number: Int64, unreadOnly: Bool, withNotifications: Bool = true, offset: Int,
        limit: Int
    ) throws(StorageError) -> [KeptInboxEntry] {
        let which: SQL = withNotifications ? "AND notification.is_silent = 0" : "AND notification.type IS NOT NULL"
        let unread: SQL = unreadOnly ? "AND inbox.read_at IS NULL" : ""
        return try connection.all(
            """
            SELECT notification.id, notification.kind, notification.content, notification.type, notification.subject, \
            notification.is_subject_number, notification.title, notification.body, notification.category, inbox.at, \
            inbox.read_at \
            FROM inbox \
            JOIN notification ON notification.number = inbox.notification \
            WHERE inbox.recipient = \(recipient) AND inbox.number < \(number) \(unread) \(which) \
            ORDER BY inbox.number DESC LIMIT \(limit) OFFSET \(offset)
            """
        ) { row throws(StorageError) in
            guard try Announcement.isKnown(row) else { return nil }
            let announcement = try Announcement(row)
            return try KeptInboxEntry(
                id: row["id"], kind: row["kind"], announcement: announcement, title: row["title"], body: row["body"],
                content: announcement == nil ? NotificationTable.read(row["content"]) : nil, at: row["at"],
                readAt: row["read_at"])
        }
    }

    func markRead(_ number: Int64, at now: UnixTime) throws(StorageError) {
        try connection.run("UPDATE inbox SET read_at = \(now) WHERE number = \(number) AND read_at IS NULL")
    }

    func markAllRead(of recipient: Int64, at now: UnixTime) throws(StorageError) {
        try connection.run("UPDATE inbox SET read_at = \(now) WHERE recipient = \(recipient) AND read_at IS NULL")
    }

    /// Deletes the oldest entries beyond `limit`. Hidden entries do not count against the limit.
    func cut(_ recipient: Int64, to limit: Int) throws(StorageError) {
        try connection.run(
            """
            DELETE FROM inbox WHERE number IN (SELECT entry.number FROM inbox AS entry \
            JOIN notification ON notification.number = entry.notification \
            WHERE entry.recipient = \(recipient) AND notification.is_silent = 0 ORDER BY entry.number DESC \
            LIMIT \(Int64.max) OFFSET \(limit))
            """)
    }

    func delete(of recipient: Int64) throws(StorageError) -> Int {
        try connection.run("DELETE FROM inbox WHERE recipient = \(recipient)")
    }
}

struct InboxPage: Sendable {
    var entries: [KeptInboxEntry]
    var unread: Int
    var total: Int
    var hasMore: Bool
    var isInUse: Bool

    static let empty = InboxPage(entries: [], unread: 0, total: 0, hasMore: false, isInUse: true)
}

struct KeptInboxEntry: Sendable {
    var id: InboxEntryID
    var kind: String
    var announcement: Announcement?
    var title: String?
    var body: String?
    /// The content in each language; nil for an announcement.
    var content: NotificationContent?
    var at: UnixTime
    var readAt: UnixTime?
}
