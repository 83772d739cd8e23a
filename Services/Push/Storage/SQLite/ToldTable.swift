// Rows of the table `told`: who was told of what, which is their inbox too.

import Models
import Storage

/// The table `told`.
struct ToldTable {
    let connection: Connection

    /// Notes who is told, in their order, and gives the numbers of the entries; nil when there are none. Whoever has been
    /// erased since it was decided, or whose position has been, is told of nothing.
    func insert(
        _ recipients: [DecidedRecipient], _ announcement: Int64, at now: UnixTime
    ) throws(StorageError) -> ClosedRange<Int64>? {
        let row = try connection.prepare(
            """
            INSERT INTO told (recipient, announcement, distance, radius, position_at, at) \
            SELECT number, ?2, ?3, ?4, ?5, ?6 FROM recipient WHERE number = ?1 AND (position_withdrawal IS NULL \
            OR position_withdrawal <= (SELECT decided_after FROM announcement WHERE number = ?2))
            """)
        try row.bind(2, announcement)
        try row.bind(6, now.rawValue)
        var count: Int64 = 0
        for one in recipients {
            try row.bind(1, one.recipient)
            try row.bind(3, one.distance)
            try row.bind(4, one.radius)
            try row.bind(5, one.positionAt.rawValue)
            count += Int64(try row.run())
        }
        // One transaction numbers its rows one after the other.
        let last = connection.lastInsertedRowID
        return count == 0 ? nil : last - count + 1...last
    }

    /// The figures with which somebody was told of an announcement; nil for one who was not.
    func figures(
        of recipient: Int64, _ announcement: Int64
    ) throws(StorageError) -> DecidedRecipient? {
        let row = try connection.prepare(
            """
            SELECT distance, radius, position_at FROM told \
            WHERE number = (SELECT number FROM told WHERE recipient = ?1 AND announcement = ?2)
            """)
        try row.bind(1, recipient)
        try row.bind(2, announcement)
        guard try row.step() else { return nil }
        return DecidedRecipient(
            recipient: recipient, distance: row.double(0), radius: Int(row.int64(1)),
            positionAt: UnixTime(rawValue: row.int64(2)))
    }

    /// Keeps that somebody was told, and no more of where they were.
    func forgetPlaces(of recipient: Int64) throws(StorageError) {
        let row = try connection.prepare(
            "UPDATE told SET distance = 0, radius = 0, position_at = 0 WHERE recipient = ?1 AND distance > 0")
        try row.bind(1, recipient)
        try row.run()
    }

    // MARK: Inbox

    func unread(of recipient: Int64) throws(StorageError) -> Int {
        let row = try connection.prepare("SELECT count(*) FROM told WHERE recipient = ?1 AND read_at IS NULL")
        try row.bind(1, recipient)
        return try row.step() ? Int(row.int64(0)) : 0
    }

    func total(of recipient: Int64) throws(StorageError) -> Int {
        let row = try connection.prepare("SELECT count(*) FROM told WHERE recipient = ?1")
        try row.bind(1, recipient)
        return try row.step() ? Int(row.int64(0)) : 0
    }

    /// The number of an entry; nil when the account has none of that announcement.
    func number(of recipient: Int64, _ entry: InboxEntryID) throws(StorageError) -> Int64? {
        let row = try connection.prepare(
            """
            SELECT number FROM told WHERE recipient = ?1 \
            AND announcement = (SELECT number FROM announcement WHERE id = ?2)
            """)
        try row.bind(1, recipient)
        try row.bind(2, entry.text)
        return try row.step() ? row.int64(0) : nil
    }

    /// The latest first, before a number.
    func entries(
        of recipient: Int64, before number: Int64, unreadOnly: Bool, offset: Int, limit: Int
    ) throws(StorageError) -> [ToldEntry] {
        let row = try connection.prepare(
            """
            SELECT announcement.id, announcement.type, announcement.subject, announcement.is_subject_number, \
            announcement.title, announcement.body, told.at, told.read_at FROM told \
            JOIN announcement ON announcement.number = told.announcement \
            WHERE told.recipient = ?1 AND told.number < ?2 AND (?3 = 0 OR told.read_at IS NULL) \
            ORDER BY told.number DESC LIMIT ?4 OFFSET ?5
            """)
        try row.bind(1, recipient)
        try row.bind(2, number)
        try row.bind(3, unreadOnly ? 1 : 0)
        try row.bind(4, limit)
        try row.bind(5, offset)
        var entries: [ToldEntry] = []
        while try row.step() {
            guard let id = InboxEntryID(row.text(0)), let type = AnnouncementType(rawValue: row.text(1)) else {
                continue
            }
            entries.append(
                ToldEntry(
                    id: id, type: type, subject: SubjectID(kept: row.text(2), isNumber: row.int64(3) != 0),
                    title: row.optionalText(4), body: row.optionalText(5), at: UnixTime(rawValue: row.int64(6)),
                    readAt: row.optionalInt64(7).map(UnixTime.init(rawValue:))))
        }
        return entries
    }

    func markRead(_ number: Int64, at now: UnixTime) throws(StorageError) {
        let row = try connection.prepare("UPDATE told SET read_at = ?2 WHERE number = ?1 AND read_at IS NULL")
        try row.bind(1, number)
        try row.bind(2, now.rawValue)
        try row.run()
    }

    func markAllRead(of recipient: Int64, at now: UnixTime) throws(StorageError) {
        let row = try connection.prepare("UPDATE told SET read_at = ?2 WHERE recipient = ?1 AND read_at IS NULL")
        try row.bind(1, recipient)
        try row.bind(2, now.rawValue)
        try row.run()
    }

    /// Deletes the oldest entries of an account beyond the bound.
    func cut(_ recipient: Int64, to most: Int) throws(StorageError) {
        let row = try connection.prepare(
            """
            DELETE FROM told WHERE number IN \
            (SELECT number FROM told WHERE recipient = ?1 ORDER BY number DESC LIMIT -1 OFFSET ?2)
            """)
        try row.bind(1, recipient)
        try row.bind(2, most)
        try row.run()
    }

    func delete(of recipient: Int64) throws(StorageError) {
        let row = try connection.prepare("DELETE FROM told WHERE recipient = ?1")
        try row.bind(1, recipient)
        try row.run()
    }
}
