import Models
import Storage

extension NotificationTable {
    /// The page for a subject: from the latest notification with details that has begun and was not cancelled. Only
    /// notifications of the publisher that first sent details count. Nil for none.
    func page(
        of number: Int64, _ types: [AnnouncementType], at now: UnixTime
    ) throws(StorageError) -> AnnouncementRecord? {
        for type in types {
            let counts: SQL = """
                page_number = \(number) AND page_type = \(type) AND publisher IS NOT NULL AND state <> 'cancelled' \
                AND (begins_at <= \(now) OR has_begun = 1)
                """
            let page = try connection.first(
                """
                SELECT id, details, starts_at, expires_at, created_at, state FROM announcement WHERE \(counts) \
                AND publisher = (SELECT publisher FROM announcement WHERE \(counts) ORDER BY number LIMIT 1) \
                ORDER BY number DESC LIMIT 1
                """, AnnouncementRecord.init(page:))
            if let page { return page }
        }
        return nil
    }
}

extension AnnouncementRecord {
    /// Nil for a row with a value that only a later version knows.
    fileprivate init?(page row: borrowing Row) throws(StorageError) {
        guard let text: String = try row["details"], let details = NotificationDetails(text),
            let announcement = try details.announcement(startsAt: row["starts_at"], expiresAt: row["expires_at"]),
            let state: NotificationState = try row["state"]
        else { return nil }
        try self.init(
            id: row["id"], announcement: announcement, createdAt: row["created_at"], state: state, recipients: 0,
            counts: .empty)
    }
}
