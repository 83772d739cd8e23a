import Models
import Storage

/// Deletes old rows. In the two large tables, of deliveries and of inbox entries, numbers grow with time: the oldest
/// rows come first, so no index by time is needed. The other tables have such an index.
struct OldRows {
    let connection: Connection

    /// Deletes rows whose column `at`, which needs an index, is before `moment`. The number can slightly exceed
    /// `limit`, because rows of the same millisecond go together.
    func delete(from table: SQL, before moment: UnixTime, limit: Int) throws(StorageError) -> Int {
        try connection.run(
            """
            DELETE FROM \(table) WHERE at < \(moment) AND at <= (SELECT max(at) FROM \
            (SELECT at FROM \(table) WHERE at < \(moment) ORDER BY at LIMIT \(limit)) AS first)
            """)
    }

    func deleteFirst(
        of table: SQL, before moment: UnixTime, limit: Int, where isOver: SQL = ""
    ) throws(StorageError) -> Int {
        try connection.run(
            """
            DELETE FROM \(table) WHERE number IN (SELECT number FROM \
            (SELECT number, at FROM \(table) ORDER BY number LIMIT \(limit)) AS first WHERE at < \(moment)) \
            AND at < \(moment) \(isOver)
            """)
    }

    /// Deletes notifications that ended before `moment` and have no other rows, with their counts.
    func deleteNotifications(endedBefore moment: UnixTime, limit: Int) throws(StorageError) -> Int {
        let deleted: [Int64] = try connection.values(
            """
            SELECT number FROM notification AS old \
            WHERE publisher IS NOT NULL AND is_over = 1 AND ends_at < \(moment) AND state IN ('done', 'cancelled') \
            AND NOT EXISTS (SELECT 1 FROM inbox WHERE notification = old.number \
            AND number BETWEEN old.first_entry AND old.last_entry) \
            AND NOT EXISTS (SELECT 1 FROM delivery WHERE notification = old.number \
            AND number BETWEEN old.first_delivery AND old.last_delivery) \
            AND NOT EXISTS (SELECT 1 FROM idempotency_key WHERE notification = old.number) \
            AND NOT EXISTS (SELECT 1 FROM waiting_recipient WHERE notification = old.number) \
            LIMIT \(limit)
            """)
        for number in deleted {
            try connection.namedRecipients.delete(of: number)
            for table: SQL in ["interaction_count", "webhook_notification"] {
                try connection.run("DELETE FROM \(table) WHERE notification = \(number)")
            }
            try connection.run("DELETE FROM notification WHERE number = \(number)")
        }
        return deleted.count
    }

    /// Deletes tests, digests and notices of sign-ins, with their deliveries. A digest stays while its deliveries wait.
    func deleteOwned(before moment: UnixTime, limit: Int) throws(StorageError) {
        let numbers: [Int64] = try connection.values(
            """
            SELECT number FROM notification WHERE owner IS NOT NULL AND created_at < \(moment) \
            AND (kind <> \(DigestContent.kind) OR state = 'done') LIMIT \(limit)
            """)
        for number in numbers {
            try connection.run(
                """
                DELETE FROM delivery WHERE notification = \(number) AND number BETWEEN \
                (SELECT first_delivery FROM notification WHERE number = \(number)) AND \
                (SELECT last_delivery FROM notification WHERE number = \(number))
                """)
            try connection.run("DELETE FROM notification WHERE number = \(number)")
        }
    }
}
