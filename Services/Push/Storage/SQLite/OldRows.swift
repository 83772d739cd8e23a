// Rows whose time is over.

import Models
import Storage

/// Deletes rows whose time is over. Numbers grow with time, so the oldest come first and no index is needed.
struct OldRows {
    let connection: Connection

    /// Deletes deliveries that came to their end before a moment; gives how many.
    func deleteDeliveries(before moment: UnixTime, limit: Int) throws(StorageError) -> Int {
        try delete(
            "delivery", where: "at < ?1 AND next_at IS NULL", in: "SELECT number, at FROM delivery ORDER BY number",
            before: moment, limit: limit)
    }

    func deleteTold(before moment: UnixTime, limit: Int) throws(StorageError) -> Int {
        try delete(
            "told", where: "at < ?1", in: "SELECT number, at FROM told ORDER BY number", before: moment, limit: limit)
    }

    /// Looks at the oldest rows only.
    private func delete(
        _ table: String, where condition: String, in oldest: String, before moment: UnixTime, limit: Int
    ) throws(StorageError) -> Int {
        let row = try connection.prepare(
            """
            DELETE FROM \(table) WHERE number IN \
            (SELECT number FROM (\(oldest) LIMIT ?2) WHERE at < ?1) AND \(condition)
            """)
        try row.bind(1, moment.rawValue)
        try row.bind(2, limit)
        return try row.run()
    }

    /// Deletes tests from before a moment, with what became of them.
    func deleteTests(before moment: UnixTime, limit: Int) throws(StorageError) {
        let find = try connection.prepare(
            "SELECT number FROM announcement WHERE tested_by IS NOT NULL AND created_at < ?1 LIMIT ?2")
        try find.bind(1, moment.rawValue)
        try find.bind(2, limit)
        var numbers: [Int64] = []
        while try find.step() { numbers.append(find.int64(0)) }
        for number in numbers {
            let deliveries = try connection.prepare(
                """
                DELETE FROM delivery WHERE announcement = ?1 AND number BETWEEN \
                (SELECT first_delivery FROM announcement WHERE number = ?1) AND \
                (SELECT last_delivery FROM announcement WHERE number = ?1)
                """)
            try deliveries.bind(1, number)
            try deliveries.run()
            let test = try connection.prepare("DELETE FROM announcement WHERE number = ?1")
            try test.bind(1, number)
            try test.run()
        }
    }
}
