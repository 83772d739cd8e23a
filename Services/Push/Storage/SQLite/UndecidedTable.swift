// Rows of the table `undecided`: who hears of an announcement and waits to be queued.

import Models
import Storage

/// The table `undecided`.
struct UndecidedTable {
    let connection: Connection

    /// How many recipients are queued in one transaction: a fraction of a second for the others that write.
    static let portion = 2000

    /// Keeps recipients in their order.
    func insert(_ recipients: [DecidedRecipient], of announcement: Int64) throws(StorageError) {
        let row = try connection.prepare(
            "INSERT INTO undecided (announcement, portion, recipients) VALUES (?1, ?2, ?3)")
        try row.bind(1, announcement)
        for first in stride(from: 0, to: recipients.count, by: UndecidedTable.portion) {
            let end = min(first + UndecidedTable.portion, recipients.count)
            try row.bind(2, first)
            try row.bind(3, DecidedRecipients.encode(recipients[first..<end]))
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
