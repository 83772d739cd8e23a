// Rows whose time is over.

import Models
import Storage

/// Deletes rows whose time is over. Numbers grow with time, so the oldest come first and no index is needed.
struct OldRows {
    let connection: Connection

    /// Deletes the rows of a table that are from before a moment, which stands in its column `at`.
    func delete(from table: SQL, before moment: UnixTime) throws(StorageError) {
        try connection.run("DELETE FROM \(table) WHERE at < \(moment)")
    }

    /// Deletes deliveries that came to their end before a moment; gives how many.
    func deleteDeliveries(before moment: UnixTime, limit: Int) throws(StorageError) -> Int {
        try connection.run(
            """
            DELETE FROM delivery WHERE number IN (SELECT number FROM \
            (SELECT number, at FROM delivery ORDER BY number LIMIT \(limit)) AS first WHERE at < \(moment)) \
            AND at < \(moment) AND next_at IS NULL
            """)
    }

    /// Deletes entries of inboxes from before a moment; gives how many.
    func deleteInboxEntries(before moment: UnixTime, limit: Int) throws(StorageError) -> Int {
        try connection.run(
            """
            DELETE FROM told WHERE number IN (SELECT number FROM \
            (SELECT number, at FROM told ORDER BY number LIMIT \(limit)) AS first WHERE at < \(moment)) \
            AND at < \(moment)
            """)
    }

    /// Deletes tests from before a moment, with what became of them.
    func deleteTests(before moment: UnixTime, limit: Int) throws(StorageError) {
        let numbers: [Int64] = try connection.values(
            """
            SELECT number FROM announcement WHERE tested_by IS NOT NULL AND created_at < \(moment) LIMIT \(limit)
            """)
        for number in numbers {
            try connection.run(
                """
                DELETE FROM delivery WHERE announcement = \(number) AND number BETWEEN \
                (SELECT first_delivery FROM announcement WHERE number = \(number)) AND \
                (SELECT last_delivery FROM announcement WHERE number = \(number))
                """)
            try connection.run("DELETE FROM announcement WHERE number = \(number)")
        }
    }
}
