// Rows of the table `undecided`: who hears of an announcement and waits to be queued.

import Models
import Storage

/// The table `undecided`.
struct UndecidedTable {
    let connection: Connection

    /// How many recipients are queued in one transaction. Others that write wait for that long, some hundredths of a second on
    /// two busy processors; smaller portions would write the same pages of the indexes again and again.
    static let portion = 4000

    /// Recipients in the portions in which they are queued, in their order.
    static func portions(_ recipients: [DecidedRecipient]) -> [[UInt8]] {
        stride(from: 0, to: recipients.count, by: portion)
            .map { DecidedRecipients.encode(recipients[$0..<min($0 + portion, recipients.count)]) }
    }

    /// Keeps portions in their order.
    func insert(_ portions: [[UInt8]], of announcement: Int64) throws(StorageError) {
        let row = try connection.prepare(
            "INSERT INTO undecided (announcement, portion, recipients) VALUES (?1, ?2, ?3)")
        try row.bind(1, announcement)
        for (place, portion) in portions.enumerated() {
            try row.bind(2, place)
            try row.bind(3, portion)
            try row.run()
        }
    }

    /// Takes the next portion; nil when there is none. Throws when it cannot be read.
    func takeNext(of announcement: Int64) throws -> [DecidedRecipient]? {
        let row = try connection.prepare(
            "SELECT portion, recipients FROM undecided WHERE announcement = ?1 ORDER BY portion LIMIT 1")
        try row.bind(1, announcement)
        guard try row.step() else { return nil }
        let portion = row.int64(0)
        guard let recipients = DecidedRecipients.decode(row.blob(1)) else {
            throw StorageError.sqlite(code: 1, message: "a portion of recipients cannot be read")
        }
        let delete = try connection.prepare("DELETE FROM undecided WHERE announcement = ?1 AND portion = ?2")
        try delete.bind(1, announcement)
        try delete.bind(2, portion)
        try delete.run()
        return recipients
    }

    func hasNext(of announcement: Int64) throws(StorageError) -> Bool {
        let row = try connection.prepare("SELECT 1 FROM undecided WHERE announcement = ?1 LIMIT 1")
        try row.bind(1, announcement)
        return try row.step()
    }

    func delete(of announcement: Int64) throws(StorageError) {
        let row = try connection.prepare("DELETE FROM undecided WHERE announcement = ?1")
        try row.bind(1, announcement)
        try row.run()
    }
}
