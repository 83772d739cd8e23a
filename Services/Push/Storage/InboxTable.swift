// Rows of the table `inbox`: who was told of what.

import Models
import Storage

/// The table `inbox`.
struct InboxTable {
    let connection: Connection

    /// Adds inbox entries for recipients, in their order. It skips recipients who were erased, or whose position was
    /// erased, since the audience was resolved.
    /// - Parameter isRead: Whether the announcement has no text to read.
    /// - Returns: The range of the entries' numbers; nil for none.
    func insert(
        _ recipients: [ResolvedRecipient], _ announcement: Int64, isRead: Bool = false, at now: UnixTime
    ) throws(StorageError) -> ClosedRange<Int64>? {
        let added = try AddedRows(to: "inbox", on: connection) { () throws(StorageError) in
            var count = 0
            for one in recipients {
                count += try connection.run(
                    """
                    INSERT INTO inbox (recipient, announcement, distance, radius, position_at, at, read_at) \
                    SELECT number, \(announcement), \(one.distance), \(one.radius), \(one.positionAt), \(now), \
                    \(isRead ? now : nil) \
                    FROM recipient WHERE number = \(one.recipient) AND (position_withdrawal IS NULL \
                    OR position_withdrawal <= (SELECT decided_after FROM announcement WHERE number = \(announcement)))
                    """)
            }
            return count
        }
        return added?.numbers
    }

    /// The distance and the other figures of the selection; nil if the announcement did not select
    /// them.
    func figures(of recipient: Int64, _ announcement: Int64) throws(StorageError) -> ResolvedRecipient? {
        try connection.first(
            """
            SELECT distance, radius, position_at FROM inbox WHERE number = \
            (SELECT number FROM inbox WHERE recipient = \(recipient) AND announcement = \(announcement))
            """
        ) { row throws(StorageError) in
            try ResolvedRecipient(
                recipient: recipient, distance: row["distance"], radius: row["radius"], positionAt: row["position_at"])
        }
    }

    /// Deletes entries of an announcement in this range if no push device has received it or still may.
    func deleteUntold(of announcement: Int64, among entries: ClosedRange<Int64>) throws(StorageError) {
        try connection.run(
            """
            DELETE FROM inbox WHERE number BETWEEN \(entries.lowerBound) AND \(entries.upperBound) \
            AND announcement = \(announcement) AND NOT EXISTS (SELECT 1 FROM delivery \
            WHERE delivery.recipient = inbox.recipient AND delivery.announcement = inbox.announcement \
            AND (delivery.state = 'sent' OR delivery.next_at IS NOT NULL))
            """)
    }

    /// Deletes the entry of a cancelled announcement for a recipient if no push device has received it or still may.
    func deleteUntold(of recipient: Int64, ifCancelled announcement: Int64) throws(StorageError) {
        try connection.run(
            """
            DELETE FROM inbox WHERE recipient = \(recipient) AND announcement = \(announcement) \
            AND EXISTS (SELECT 1 FROM announcement WHERE announcement.number = \(announcement) \
            AND announcement.state = 'cancelled') \
            AND NOT EXISTS (SELECT 1 FROM delivery WHERE delivery.recipient = \(recipient) \
            AND delivery.announcement = \(announcement) \
            AND (delivery.state = 'sent' OR delivery.next_at IS NOT NULL))
            """)
    }

    /// Keeps the entries without places. Only the flag remains whether an operator may know
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
            SELECT count(*) FROM inbox WHERE recipient = \(recipient) AND NOT EXISTS (SELECT 1 FROM announcement \
            WHERE announcement.number = inbox.announcement AND announcement.is_silent = 1)
            """) ?? 0
    }

    /// An entry has the id of its announcement. Nil if the inbox has no such entry.
    func number(of recipient: Int64, _ entry: InboxEntryID) throws(StorageError) -> Int64? {
        try connection.value(
            """
            SELECT number FROM inbox WHERE recipient = \(recipient) \
            AND announcement = (SELECT number FROM announcement WHERE id = \(entry))
            """)
    }

    /// Latest first, below `number`.
    /// - Parameter withNotifications: Whether to include notifications as well as announcements.
    func entries(
        of recipient: Int64, before number: Int64, unreadOnly: Bool, withNotifications: Bool = true, offset: Int,
        limit: Int
    ) throws(StorageError) -> [KeptInboxEntry] {
        let which: SQL = withNotifications ? "AND announcement.is_silent = 0" : "AND announcement.kind IS NULL"
        let unread: SQL = unreadOnly ? "AND inbox.read_at IS NULL" : ""
        return try connection.all(
            """
            SELECT announcement.id, announcement.type, announcement.subject, announcement.is_subject_number, \
            announcement.title, announcement.body, announcement.kind, announcement.content, inbox.at, inbox.read_at \
            FROM inbox \
            JOIN announcement ON announcement.number = inbox.announcement \
            WHERE inbox.recipient = \(recipient) AND inbox.number < \(number) \(unread) \(which) \
            ORDER BY inbox.number DESC LIMIT \(limit) OFFSET \(offset)
            """
        ) { row throws(StorageError) in
            let (kind, type): (String?, AnnouncementType?) = (try row["kind"], try row["type"])
            guard kind != nil || type != nil else { return nil }
            return try KeptInboxEntry(
                id: row["id"], type: type, subject: SubjectID(row), title: row["title"], body: row["body"],
                at: row["at"], readAt: row["read_at"], kind: kind, content: NotificationTable.read(row["content"]))
        }
    }

    func markRead(_ number: Int64, at now: UnixTime) throws(StorageError) {
        try connection.run("UPDATE inbox SET read_at = \(now) WHERE number = \(number) AND read_at IS NULL")
    }

    func markAllRead(of recipient: Int64, at now: UnixTime) throws(StorageError) {
        try connection.run("UPDATE inbox SET read_at = \(now) WHERE recipient = \(recipient) AND read_at IS NULL")
    }

    /// Deletes the oldest entries of an account beyond `limit`. Hidden entries do not count against the limit.
    func cut(_ recipient: Int64, to limit: Int) throws(StorageError) {
        try connection.run(
            """
            DELETE FROM inbox WHERE number IN (SELECT entry.number FROM inbox AS entry \
            JOIN announcement ON announcement.number = entry.announcement \
            WHERE entry.recipient = \(recipient) AND announcement.is_silent = 0 ORDER BY entry.number DESC \
            LIMIT \(Int64.max) OFFSET \(limit))
            """)
    }

    func delete(of recipient: Int64) throws(StorageError) -> Int {
        try connection.run("DELETE FROM inbox WHERE recipient = \(recipient)")
    }
}
