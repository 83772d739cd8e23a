// Rows of the table `announcement`.

import Models
import Storage

/// The table `announcement`.
struct AnnouncementTable {
    let connection: Connection

    private static let columns = """
        number, id, type, subject, is_subject_number, title, body, category, latitude, longitude, starts_at, expires_at, \
        details, created_at, begins_at, ends_at, state, recipients, decided_at, accepted, sent, suppressed, deferred, \
        failed, expired, pending, is_barred FROM announcement
        """

    func find(_ number: Int64) throws(StorageError) -> KeptAnnouncement? {
        let row = try connection.prepare("SELECT \(AnnouncementTable.columns) WHERE number = ?1")
        try row.bind(1, number)
        return try row.step() ? read(row) : nil
    }

    /// - Parameter publisher: whose it has to be; nil for anybody's.
    func find(id: String, of publisher: PublisherID?) throws(StorageError) -> KeptAnnouncement? {
        let row = try connection.prepare(
            "SELECT \(AnnouncementTable.columns) WHERE id = ?1 AND publisher IS NOT NULL AND publisher = coalesce(?2, publisher)"
        )
        try row.bind(1, id)
        try row.bind(2, publisher?.text)
        return try row.step() ? read(row) : nil
    }

    /// The latest of a subject.
    func find(subject: String, of publisher: PublisherID?) throws(StorageError) -> KeptAnnouncement? {
        let row = try connection.prepare(
            """
            SELECT \(AnnouncementTable.columns) WHERE subject = ?1 AND publisher IS NOT NULL \
            AND publisher = coalesce(?2, publisher) ORDER BY number DESC LIMIT 1
            """)
        try row.bind(1, subject)
        try row.bind(2, publisher?.text)
        return try row.step() ? read(row) : nil
    }

    /// The latest first, before a number; those of a publisher, or of all for nil.
    func all(
        of publisher: PublisherID?, before number: Int64, limit: Int
    ) throws(StorageError) -> [KeptAnnouncement] {
        let condition = publisher == nil ? "publisher IS NOT NULL" : "publisher = ?3"
        let row = try connection.prepare(
            """
            SELECT \(AnnouncementTable.columns) WHERE number < ?1 AND \(condition) ORDER BY number DESC LIMIT ?2
            """)
        try row.bind(1, number)
        try row.bind(2, limit)
        if let publisher { try row.bind(3, publisher.text) }
        return try all(row)
    }

    /// What is to be decided at a moment, or is being queued.
    func undecided(at now: UnixTime) throws(StorageError) -> [KeptAnnouncement] {
        let row = try connection.prepare(
            """
            SELECT \(AnnouncementTable.columns) WHERE state NOT IN ('done', 'cancelled') \
            AND state IN ('deciding', 'scheduled') AND begins_at <= ?1 ORDER BY +number LIMIT 100
            """)
        try row.bind(1, now.rawValue)
        return try all(row)
    }

    /// What goes on although its time is over.
    func overdue(at now: UnixTime) throws(StorageError) -> [Int64] {
        let row = try connection.prepare(
            """
            SELECT number FROM announcement WHERE state NOT IN ('done', 'cancelled') \
            AND state = 'delivering' AND ends_at <= ?1 LIMIT 100
            """)
        try row.bind(1, now.rawValue)
        var numbers: [Int64] = []
        while try row.step() { numbers.append(row.int64(0)) }
        return numbers
    }

    private func all(_ row: PreparedStatement) throws(StorageError) -> [KeptAnnouncement] {
        var found: [KeptAnnouncement] = []
        while try row.step() {
            if let one = read(row) { found.append(one) }
        }
        return found
    }

    private func read(_ row: PreparedStatement) -> KeptAnnouncement? {
        guard let id = AnnouncementID(row.text(1)), let type = AnnouncementType(rawValue: row.text(2)),
            let coordinate = Coordinate(latitude: row.double(8), longitude: row.double(9)),
            let state = AnnouncementState(rawValue: row.text(16))
        else { return nil }
        let announcement = Announcement(
            type: type, subject: SubjectID(kept: row.text(3), isNumber: row.int64(4) != 0),
            title: row.optionalText(5), body: row.optionalText(6), category: row.optionalText(7),
            coordinate: coordinate, startsAt: row.optionalInt64(10).map(UnixTime.init(rawValue:)),
            expiresAt: row.optionalInt64(11).map(UnixTime.init(rawValue:)), details: row.optionalText(12))
        let record = AnnouncementRecord(
            id: id, announcement: announcement, createdAt: UnixTime(rawValue: row.int64(13)), state: state,
            recipients: Int(row.int64(17)),
            books: DeliveryBooks(
                accepted: Int(row.int64(19)), sent: Int(row.int64(20)), suppressed: Int(row.int64(21)),
                deferred: Int(row.int64(22)), failed: Int(row.int64(23)), expired: Int(row.int64(24)),
                pending: Int(row.int64(25))))
        return KeptAnnouncement(
            number: row.int64(0), record: record, beginsAt: UnixTime(rawValue: row.int64(14)),
            endsAt: UnixTime(rawValue: row.int64(15)), decidedAt: row.optionalInt64(18).map(UnixTime.init(rawValue:)),
            isBarred: row.int64(26) != 0)
    }

    // MARK: Changes

    /// Whose announcement it is.
    enum Origin {
        case publisher(PublisherID)
        /// A test for the handsets of an account, by its number.
        case test(Int64)
    }

    func insert(
        _ announcement: Announcement, as id: AnnouncementID, from origin: Origin, _ state: AnnouncementState,
        _ ids: DeliveryIDs, at now: UnixTime
    ) throws(StorageError) -> Int64 {
        let row = try connection.prepare(
            """
            INSERT INTO announcement (id, publisher, tested_by, type, subject, is_subject_number, title, body, category, \
            latitude, longitude, starts_at, expires_at, details, created_at, begins_at, ends_at, state, delivery_key, \
            grid_row, grid_column) \
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21)
            """)
        try row.bind(1, id.text)
        switch origin {
        case .publisher(let publisher): try row.bind(2, publisher.text)
        case .test(let recipient): try row.bind(3, recipient)
        }
        try row.bind(4, announcement.type.rawValue)
        try row.bind(5, announcement.subject.kept)
        try row.bind(6, announcement.subject.isNumber ? 1 : 0)
        try row.bind(7, announcement.title)
        try row.bind(8, announcement.body)
        try row.bind(9, announcement.category)
        try row.bind(10, announcement.coordinate.latitude)
        try row.bind(11, announcement.coordinate.longitude)
        try row.bind(12, announcement.startsAt?.rawValue)
        try row.bind(13, announcement.expiresAt?.rawValue)
        try row.bind(14, announcement.details)
        try row.bind(15, now.rawValue)
        try row.bind(16, AnnouncementRules.begin(of: announcement, createdAt: now).rawValue)
        try row.bind(17, AnnouncementRules.end(of: announcement, createdAt: now).rawValue)
        try row.bind(18, state.rawValue)
        try row.bind(19, ids.key)
        let cell = AnnouncementGrid.Cell(announcement.coordinate)
        try row.bind(20, cell.row)
        try row.bind(21, cell.column)
        try row.run()
        return connection.lastInsertedRowID
    }

    func setState(_ number: Int64, _ state: AnnouncementState) throws(StorageError) {
        let row = try connection.prepare("UPDATE announcement SET state = ?2 WHERE number = ?1")
        try row.bind(1, number)
        try row.bind(2, state.rawValue)
        try row.run()
    }

    /// It is not told, since its publisher has taken back too much.
    func setBarred(_ number: Int64) throws(StorageError) {
        let row = try connection.prepare("UPDATE announcement SET state = 'cancelled', is_barred = 1 WHERE number = ?1")
        try row.bind(1, number)
        try row.run()
    }

    /// - Parameter withdrawals: the number of the latest withdrawal of a position that was known.
    func setDecided(
        _ number: Int64, recipients: Int, _ state: AnnouncementState, after withdrawals: Int64 = 0, at now: UnixTime
    ) throws(StorageError) {
        let row = try connection.prepare(
            "UPDATE announcement SET recipients = ?2, decided_at = ?3, state = ?4, decided_after = ?5 WHERE number = ?1"
        )
        try row.bind(5, withdrawals)
        try row.bind(1, number)
        try row.bind(2, recipients)
        try row.bind(3, now.rawValue)
        try row.bind(4, state.rawValue)
        try row.run()
    }

    /// The deliveries of the announcement have these numbers, among others.
    func setDeliveries(_ number: Int64, _ numbers: ClosedRange<Int64>) throws(StorageError) {
        let row = try connection.prepare(
            """
            UPDATE announcement SET first_delivery = coalesce(first_delivery, ?2), last_delivery = ?3 \
            WHERE number = ?1
            """)
        try row.bind(1, number)
        try row.bind(2, numbers.lowerBound)
        try row.bind(3, numbers.upperBound)
        try row.run()
    }

    /// Between which numbers the deliveries of an announcement lie; nil when there are none.
    func deliveries(of number: Int64) throws(StorageError) -> ClosedRange<Int64>? {
        let row = try connection.prepare("SELECT first_delivery, last_delivery FROM announcement WHERE number = ?1")
        try row.bind(1, number)
        guard try row.step(), let first = row.optionalInt64(0), let last = row.optionalInt64(1), first <= last else {
            return nil
        }
        return first...last
    }

    /// Takes what is over out of the indexes of what is present, at most so many.
    func endPresence(at now: UnixTime, limit: Int) throws(StorageError) {
        let row = try connection.prepare(
            """
            UPDATE announcement SET is_over = 1 WHERE number IN (SELECT number FROM announcement \
            INDEXED BY ending_announcement WHERE publisher IS NOT NULL AND is_over = 0 AND ends_at <= ?1 LIMIT ?2)
            """)
        try row.bind(1, now.rawValue)
        try row.bind(2, limit)
        try row.run()
    }

    /// When the first of the tests of an account since a moment was; nil when there are fewer than so many.
    func firstTest(
        by recipient: Int64, since moment: UnixTime, ifAtLeast count: Int
    ) throws(StorageError) -> UnixTime? {
        let row = try connection.prepare(
            """
            SELECT count(*), min(created_at) FROM announcement \
            WHERE tested_by IS NOT NULL AND tested_by = ?1 AND created_at > ?2
            """)
        try row.bind(1, recipient)
        try row.bind(2, moment.rawValue)
        guard try row.step(), row.int64(0) >= count else { return nil }
        return row.optionalInt64(1).map(UnixTime.init(rawValue:))
    }

    /// What was queued has come to its end, or waits to do so.
    func finishDeciding(_ number: Int64) throws(StorageError) {
        let row = try connection.prepare(
            """
            UPDATE announcement SET state = CASE WHEN pending + deferred = 0 THEN 'done' ELSE 'delivering' END \
            WHERE number = ?1 AND state = 'deciding'
            """)
        try row.bind(1, number)
        try row.run()
    }

    func deleteTests(by recipient: Int64) throws(StorageError) {
        let row = try connection.prepare("DELETE FROM announcement WHERE tested_by = ?1")
        try row.bind(1, recipient)
        try row.run()
    }
}

extension SubjectID {
    init(kept text: String, isNumber: Bool) {
        if isNumber, let number = Int64(text) { self = .number(number) } else { self = .text(text) }
    }

    /// How a database holds it.
    var kept: String {
        switch self {
        case .number(let number): String(number)
        case .text(let text): text
        }
    }

    var isNumber: Bool {
        if case .number = self { true } else { false }
    }
}
