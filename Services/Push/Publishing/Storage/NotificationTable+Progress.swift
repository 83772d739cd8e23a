import Models
import Storage

extension NotificationTable {
    /// Returns the notifications that must be resolved, including those whose audience is being queued. The first
    /// condition repeats that of the partial index `unfinished_notification`, because SQLite uses the index only then.
    /// The plus sign keeps SQLite from scanning all notifications by number.
    func unresolved(at now: UnixTime) throws(StorageError) -> [KeptNotification] {
        try connection.all(
            """
            SELECT \(KeptNotification.selection) WHERE state NOT IN ('done', 'cancelled') \
            AND state IN ('deciding', 'scheduled') AND begins_at <= \(now) ORDER BY +number
            """, limit: 100, KeptNotification.init)
    }

    /// Returns the notifications that are still being delivered after their end.
    func overdue(at now: UnixTime) throws(StorageError) -> [Int64] {
        try connection.values(
            """
            SELECT number FROM notification WHERE state NOT IN ('done', 'cancelled') \
            AND state = 'delivering' AND ends_at <= \(now) LIMIT 100
            """)
    }

    func setState(_ number: Int64, _ state: NotificationState) throws(StorageError) {
        try connection.run("UPDATE notification SET state = \(state) WHERE number = \(number)")
    }

    func setBarred(_ number: Int64) throws(StorageError) {
        try connection.run("UPDATE notification SET state = 'cancelled', is_barred = 1 WHERE number = \(number)")
    }

    /// Stores that the audience is resolved.
    /// - Parameter withdrawals: The latest position withdrawal that the audience accounts for.
    func setDecided(
        _ number: Int64, recipients: Int, _ state: NotificationState, after withdrawals: Int64 = 0, at now: UnixTime
    ) throws(StorageError) {
        try connection.run(
            """
            UPDATE notification SET recipients = \(recipients), decided_at = \(now), state = \(state), \
            decided_after = \(withdrawals) WHERE number = \(number)
            """)
    }

    /// Stores the range of a notification's deliveries. The range can also contain deliveries of other notifications.
    func setDeliveries(_ number: Int64, _ numbers: ClosedRange<Int64>) throws(StorageError) {
        try connection.run(
            """
            UPDATE notification SET first_delivery = CASE WHEN first_delivery < \(numbers.lowerBound) \
            THEN first_delivery ELSE \(numbers.lowerBound) END, last_delivery = CASE \
            WHEN last_delivery > \(numbers.upperBound) THEN last_delivery ELSE \(numbers.upperBound) END \
            WHERE number = \(number)
            """)
    }

    func deliveries(of number: Int64) throws(StorageError) -> ClosedRange<Int64>? {
        try connection.first("SELECT first_delivery, last_delivery FROM notification WHERE number = \(number)") {
            row throws(StorageError) in
            guard let first: Int64 = try row["first_delivery"], let last: Int64 = try row["last_delivery"],
                first <= last
            else { return nil }
            return first...last
        }
    }

    /// Stores the range of a notification's inbox entries. The range can also contain entries of other notifications.
    func setEntries(_ number: Int64, _ entries: ClosedRange<Int64>) throws(StorageError) {
        try connection.run(
            """
            UPDATE notification SET first_entry = CASE WHEN first_entry < \(entries.lowerBound) THEN first_entry \
            ELSE \(entries.lowerBound) END, last_entry = CASE WHEN last_entry > \(entries.upperBound) THEN last_entry \
            ELSE \(entries.upperBound) END WHERE number = \(number)
            """)
    }

    /// Returns a cancelled notification's inbox entries that still have to be checked; nil if no entry is left.
    func uncheckedEntries(of number: Int64) throws(StorageError) -> ClosedRange<Int64>? {
        try connection.first(
            """
            SELECT first_entry, last_entry FROM notification \
            WHERE number = \(number) AND state = 'cancelled' AND first_entry IS NOT NULL AND first_entry <= last_entry
            """
        ) { row throws(StorageError) in
            let (first, last): (Int64, Int64) = (try row["first_entry"], try row["last_entry"])
            return first...last
        }
    }

    /// Stores how far a cancelled notification's entries are checked.
    /// - Parameter entry: The first unchecked entry; nil if all are checked.
    func setLookedThrough(_ number: Int64, before entry: Int64?) throws(StorageError) {
        try connection.run("UPDATE notification SET first_entry = \(entry) WHERE number = \(number)")
    }

    func nextWithUncheckedEntries() throws(StorageError) -> Int64? {
        try connection.value(
            """
            SELECT number FROM notification \
            WHERE state = 'cancelled' AND first_entry IS NOT NULL AND first_entry <= last_entry ORDER BY number LIMIT 1
            """)
    }

    /// Removes ended notifications from the indexes of current notifications.
    func endPresence(at now: UnixTime, limit: Int) throws(StorageError) {
        try connection.run(
            """
            UPDATE notification SET is_over = 1 WHERE number IN (SELECT number FROM notification \
            WHERE publisher IS NOT NULL AND is_over = 0 AND ends_at <= \(now) \
            LIMIT \(limit))
            """)
    }

    /// Returns the time of the first test after `moment`; nil if there were fewer than `count` tests.
    func firstTest(
        by recipient: Int64, since moment: UnixTime, ifAtLeast count: Int
    ) throws(StorageError) -> UnixTime? {
        try connection.first(
            """
            SELECT count(*) AS tests, min(created_at) AS first FROM notification \
            WHERE owner IS NOT NULL AND owner = \(recipient) AND type IS NOT NULL AND created_at > \(moment)
            """
        ) { row throws(StorageError) in
            try row["tests"] >= count ? row["first"] : nil
        }
    }

    /// Records that all recipients are queued. The notification is done if no delivery waits and no begin is left.
    func finishQueueing(_ number: Int64) throws(StorageError) {
        try connection.run(
            """
            UPDATE notification SET state = CASE WHEN next_begin IS NOT NULL THEN 'scheduled' \
            WHEN pending + deferred = 0 THEN 'done' ELSE 'delivering' END, \
            begins_at = coalesce(next_begin, begins_at), \
            decided_at = CASE WHEN next_begin IS NULL THEN decided_at END, next_begin = NULL \
            WHERE number = \(number) AND state = 'deciding'
            """)
    }

    func deleteOwned(by recipient: Int64) throws(StorageError) -> Int {
        try connection.run("DELETE FROM notification WHERE owner = \(recipient)")
    }

    func setBegin(_ number: Int64, _ begin: UnixTime, end: UnixTime) throws(StorageError) {
        try connection.run("UPDATE notification SET begins_at = \(begin), ends_at = \(end) WHERE number = \(number)")
    }

    func setRefused(_ number: Int64, because reason: String) throws(StorageError) {
        try connection.run("UPDATE notification SET state = 'cancelled', refusal = \(reason) WHERE number = \(number)")
    }

    /// Records that the audience of one of several begins is resolved. `recipients` is the number of new recipients;
    /// `next` is nil after the last begin.
    func setBegun(
        _ number: Int64, recipients: Int, next: UnixTime?, end: UnixTime, at now: UnixTime
    ) throws(StorageError) {
        try connection.run(
            """
            UPDATE notification SET recipients = recipients + \(recipients), decided_at = \(now), state = 'deciding', \
            decided_after = \(Int64.max), ends_at = \(end), has_begun = 1, next_begin = \(next) WHERE number = \(number)
            """)
    }

    func recipients(of number: Int64) throws(StorageError) -> Set<Int64> {
        Set(
            try connection.values(
                """
                SELECT inbox.recipient FROM notification CROSS JOIN inbox WHERE notification.number = \(number) \
                AND inbox.number BETWEEN notification.first_entry AND notification.last_entry \
                AND inbox.notification = notification.number
                """))
    }
}
