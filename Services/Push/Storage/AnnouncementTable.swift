import Models
import Storage

struct AnnouncementTable {
    let connection: Connection

    private static let columns: SQL = """
        number, id, type, subject, is_subject_number, title, body, category, latitude, longitude, starts_at, expires_at, \
        details, created_at, begins_at, ends_at, state, recipients, decided_at, accepted, sent, suppressed, deferred, \
        failed, expired, pending, is_barred, sent_later FROM announcement
        """

    func find(_ number: Int64) throws(StorageError) -> KeptAnnouncement? {
        try connection.first("SELECT \(AnnouncementTable.columns) WHERE number = \(number)", KeptAnnouncement.init)
    }

    /// - Parameter publisher: The required publisher; nil accepts any.
    func find(id: String, of publisher: PublisherID?) throws(StorageError) -> KeptAnnouncement? {
        try connection.first(
            """
            SELECT \(AnnouncementTable.columns) WHERE id = \(id) AND publisher IS NOT NULL AND kind IS NULL \
            AND publisher = coalesce(\(publisher), publisher)
            """, KeptAnnouncement.init)
    }

    func find(subject: String, of publisher: PublisherID?) throws(StorageError) -> KeptAnnouncement? {
        try connection.first(
            """
            SELECT \(AnnouncementTable.columns) WHERE subject = \(subject) AND publisher IS NOT NULL AND kind IS NULL \
            AND publisher = coalesce(\(publisher), publisher) ORDER BY number DESC LIMIT 1
            """, KeptAnnouncement.init)
    }

    /// Latest first, below `number`. A nil publisher selects all publishers.
    func all(of publisher: PublisherID?, before number: Int64, limit: Int) throws(StorageError) -> [KeptAnnouncement] {
        let isTheirs: SQL = publisher == nil ? "publisher IS NOT NULL" : "publisher = \(publisher)"
        return try connection.all(
            """
            SELECT \(AnnouncementTable.columns) WHERE number < \(number) AND \(isTheirs) AND kind IS NULL \
            ORDER BY number DESC LIMIT \(limit)
            """, KeptAnnouncement.init)
    }

    /// The announcements whose audience must be resolved now, or is being queued. The first condition repeats that of
    /// the partial index `unfinished_announcement`; SQLite uses the index only then. The plus sign keeps SQLite from
    /// scanning all announcements by number.
    func unresolved(at now: UnixTime) throws(StorageError) -> [PendingAudience] {
        try connection.all(
            """
            SELECT \(AnnouncementTable.pendingColumns) WHERE state NOT IN ('done', 'cancelled') \
            AND state IN ('deciding', 'scheduled') AND begins_at <= \(now) ORDER BY +number
            """, limit: 100, PendingAudience.init)
    }

    /// Announcements that are still being delivered after their end.
    func overdue(at now: UnixTime) throws(StorageError) -> [Int64] {
        try connection.values(
            """
            SELECT number FROM announcement WHERE state NOT IN ('done', 'cancelled') \
            AND state = 'delivering' AND ends_at <= \(now) LIMIT 100
            """)
    }

    // MARK: Changes

    enum Origin {
        case publisher(PublisherID)
        /// A test for the push devices of an account, given by its number.
        case test(Int64)
    }

    func insert(
        _ announcement: Announcement, as id: NotificationID, from origin: Origin, _ state: NotificationState,
        _ ids: DeliveryIDs, at now: UnixTime
    ) throws(StorageError) -> Int64 {
        var (publisher, recipient): (PublisherID?, Int64?)
        switch origin {
        case .publisher(let id): publisher = id
        case .test(let number): recipient = number
        }
        let place = announcement.coordinate
        let cell = AnnouncementGrid.Cell(place)
        let begin = AnnouncementRules.begin(of: announcement, createdAt: now)
        let end = AnnouncementRules.end(of: announcement, createdAt: now)
        return try connection.insert(
            """
            INSERT INTO announcement (id, publisher, tested_by, type, subject, is_subject_number, title, body, category, \
            latitude, longitude, starts_at, expires_at, details, created_at, begins_at, ends_at, state, delivery_key, \
            grid_row, grid_column) \
            VALUES (\(id), \(publisher), \(recipient), \(announcement.type), \(announcement.subject.kept), \
            \(announcement.subject.isNumber), \(announcement.title), \(announcement.body), \(announcement.category), \
            \(place.latitude), \(place.longitude), \(announcement.startsAt), \(announcement.expiresAt), \
            \(announcement.details), \(now), \(begin), \(end), \(state), \(ids.key), \(cell.row), \(cell.column)) \
            RETURNING number
            """)
    }

    func setState(_ number: Int64, _ state: NotificationState) throws(StorageError) {
        try connection.run("UPDATE announcement SET state = \(state) WHERE number = \(number)")
    }

    /// Cancels an announcement because its publisher has cancelled too many others around its place.
    func setBarred(_ number: Int64) throws(StorageError) {
        try connection.run("UPDATE announcement SET state = 'cancelled', is_barred = 1 WHERE number = \(number)")
    }

    /// - Parameter withdrawals: The number of the latest position withdrawal that the audience accounts for.
    func setResolved(
        _ number: Int64, recipients: Int, _ state: NotificationState, after withdrawals: Int64 = 0, at now: UnixTime
    ) throws(StorageError) {
        try connection.run(
            """
            UPDATE announcement SET recipients = \(recipients), decided_at = \(now), state = \(state), \
            decided_after = \(withdrawals) WHERE number = \(number)
            """)
    }

    /// The range can also contain deliveries of other announcements.
    func setDeliveries(_ number: Int64, _ numbers: ClosedRange<Int64>) throws(StorageError) {
        try connection.run(
            """
            UPDATE announcement SET first_delivery = CASE WHEN first_delivery < \(numbers.lowerBound) \
            THEN first_delivery ELSE \(numbers.lowerBound) END, last_delivery = CASE \
            WHEN last_delivery > \(numbers.upperBound) THEN last_delivery ELSE \(numbers.upperBound) END \
            WHERE number = \(number)
            """)
    }

    /// The range of the announcement's delivery numbers; nil if it has no deliveries.
    func deliveries(of number: Int64) throws(StorageError) -> ClosedRange<Int64>? {
        try connection.first("SELECT first_delivery, last_delivery FROM announcement WHERE number = \(number)") {
            row throws(StorageError) in
            guard let first: Int64 = try row["first_delivery"], let last: Int64 = try row["last_delivery"],
                first <= last
            else { return nil }
            return first...last
        }
    }

    /// The range can also contain entries of other announcements.
    func setEntries(_ number: Int64, _ entries: ClosedRange<Int64>) throws(StorageError) {
        try connection.run(
            """
            UPDATE announcement SET first_entry = CASE WHEN first_entry < \(entries.lowerBound) THEN first_entry \
            ELSE \(entries.lowerBound) END, last_entry = CASE WHEN last_entry > \(entries.upperBound) THEN last_entry \
            ELSE \(entries.upperBound) END WHERE number = \(number)
            """)
    }

    /// The range of a cancelled announcement's inbox entries that still have to be checked; nil if none are left.
    func untold(of number: Int64) throws(StorageError) -> ClosedRange<Int64>? {
        try connection.first(
            """
            SELECT first_entry, last_entry FROM announcement \
            WHERE number = \(number) AND state = 'cancelled' AND first_entry IS NOT NULL AND first_entry <= last_entry
            """
        ) { row throws(StorageError) in
            let (first, last): (Int64, Int64) = (try row["first_entry"], try row["last_entry"])
            return first...last
        }
    }

    /// - Parameter entry: The entries below this number are still unchecked; nil if all are checked.
    func setLookedThrough(_ number: Int64, before entry: Int64?) throws(StorageError) {
        try connection.run("UPDATE announcement SET first_entry = \(entry) WHERE number = \(number)")
    }

    /// A cancelled announcement whose inbox entries still have to be checked.
    func nextUntold() throws(StorageError) -> Int64? {
        try connection.value(
            """
            SELECT number FROM announcement \
            WHERE state = 'cancelled' AND first_entry IS NOT NULL AND first_entry <= last_entry ORDER BY number LIMIT 1
            """)
    }

    /// Removes up to `limit` ended announcements from the indexes of current ones.
    func endPresence(at now: UnixTime, limit: Int) throws(StorageError) {
        try connection.run(
            """
            UPDATE announcement SET is_over = 1 WHERE number IN (SELECT number FROM announcement \
            WHERE publisher IS NOT NULL AND is_over = 0 AND ends_at <= \(now) \
            LIMIT \(limit))
            """)
    }

    /// The time of the account's first test since `moment`; nil if fewer than `count` tests were sent.
    func firstTest(
        by recipient: Int64, since moment: UnixTime, ifAtLeast count: Int
    ) throws(StorageError) -> UnixTime? {
        try connection.first(
            """
            SELECT count(*) AS tests, min(created_at) AS first FROM announcement \
            WHERE tested_by IS NOT NULL AND tested_by = \(recipient) AND kind IS NULL AND created_at > \(moment)
            """
        ) { row throws(StorageError) in
            try row["tests"] >= count ? row["first"] : nil
        }
    }

    /// Called once all recipients are queued. The announcement is done if no delivery waits. An announcement with a
    /// later begin waits for that begin.
    func finishQueueing(_ number: Int64) throws(StorageError) {
        try connection.run(
            """
            UPDATE announcement SET state = CASE WHEN next_begin IS NOT NULL THEN 'scheduled' \
            WHEN pending + deferred = 0 THEN 'done' ELSE 'delivering' END, \
            begins_at = coalesce(next_begin, begins_at), \
            decided_at = CASE WHEN next_begin IS NULL THEN decided_at END, next_begin = NULL \
            WHERE number = \(number) AND state = 'deciding'
            """)
    }

    func deleteTests(by recipient: Int64) throws(StorageError) -> Int {
        try connection.run("DELETE FROM announcement WHERE tested_by = \(recipient)")
    }
}

extension KeptAnnouncement {
    /// Nil for a row with a value that only a later version knows.
    fileprivate init?(_ row: borrowing Row) throws(StorageError) {
        guard let place = Coordinate(latitude: try row["latitude"], longitude: try row["longitude"]),
            let type: AnnouncementType = try row["type"], let state: NotificationState = try row["state"]
        else { return nil }
        let announcement = try Announcement(
            type: type, subject: SubjectID(row), title: row["title"], body: row["body"],
            category: row["category"], coordinate: place, startsAt: row["starts_at"], expiresAt: row["expires_at"],
            details: row["details"])
        var counts = try DeliveryCounts(
            accepted: row["accepted"], sent: row["sent"], suppressed: row["suppressed"], deferred: row["deferred"],
            failed: row["failed"], expired: row["expired"], pending: row["pending"])
        counts.sentLater = try row["sent_later"]
        let record = try AnnouncementRecord(
            id: row["id"], announcement: announcement, createdAt: row["created_at"], state: state,
            recipients: row["recipients"], counts: counts)
        // `decided_at` is the former name of the time of resolution.
        try self.init(
            number: row["number"], record: record, beginsAt: row["begins_at"], endsAt: row["ends_at"],
            resolvedAt: row["decided_at"], isBarred: row["is_barred"])
    }
}

extension SubjectID {
    /// Reads the columns `subject` and `is_subject_number`.
    init(_ row: borrowing Row) throws(StorageError) {
        let text: String = try row["subject"]
        if try row["is_subject_number"], let number = Int64(text) { self = .number(number) } else { self = .text(text) }
    }

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
