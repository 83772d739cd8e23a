import Models
import Storage

extension NotificationTable {
    func page(_ number: Int64) throws(StorageError) -> AnnouncedPage? {
        try connection.first(
            """
            SELECT id, type, subject, is_subject_number, title, body, category, latitude, longitude, starts_at, \
            expires_at, details FROM notification WHERE number = \(number)
            """
        ) { row throws(StorageError) in
            guard let announcement = try Announcement(row) else { return nil }
            return try AnnouncedPage(
                id: row["id"], announcement: announcement,
                place: Coordinate(latitude: row["latitude"], longitude: row["longitude"]), startsAt: row["starts_at"],
                expiresAt: row["expires_at"], details: row["details"])
        }
    }

    /// From the latest notification with details that has begun and was not cancelled. Only notifications of the publisher
    /// that first sent details count.
    func page(
        of number: Int64, _ types: [AnnouncementType], at now: UnixTime
    ) throws(StorageError) -> AnnouncedPage? {
        for type in types {
            let counts: SQL = """
                page_number = \(number) AND page_type = \(type) AND publisher IS NOT NULL AND state <> 'cancelled' \
                AND (begins_at <= \(now) OR has_begun = 1)
                """
            let page = try connection.first(
                """
                SELECT id, details, starts_at, expires_at FROM notification WHERE \(counts) \
                AND publisher = (SELECT publisher FROM notification WHERE \(counts) ORDER BY number LIMIT 1) \
                ORDER BY number DESC LIMIT 1
                """, AnnouncedPage.init)
            if let page { return page }
        }
        return nil
    }
}

extension AnnouncedPage {
    /// Nil for a form that only a later version knows.
    fileprivate init?(_ row: borrowing Row) throws(StorageError) {
        guard let text: String = try row["details"], let details = NotificationDetails(text) else { return nil }
        try self.init(
            id: row["id"], announcement: details.announcement, place: details.place, startsAt: row["starts_at"],
            expiresAt: row["expires_at"], details: text)
    }
}
