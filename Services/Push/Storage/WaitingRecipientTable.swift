// Rows of the table `waiting_recipient`: who hears of an announcement and waits to be queued.

import Models
import Storage

/// The table `waiting_recipient`.
struct WaitingRecipientTable {
    let connection: Connection

    /// How many recipients are queued in one transaction. Others that write wait for that long, some hundredths of a
    /// second on two busy processors; smaller portions would write the same pages of the indexes again and again.
    static let portion = 4000

    /// Recipients in the portions in which they are queued, in their order.
    static func portions(_ recipients: [ResolvedRecipient]) -> [[UInt8]] {
        stride(from: 0, to: recipients.count, by: portion)
            .map { ResolvedRecipients.encode(recipients[$0..<min($0 + portion, recipients.count)]) }
    }

    /// Keeps portions in their order.
    func insert(_ portions: [[UInt8]], of announcement: Int64) throws(StorageError) {
        for (place, portion) in portions.enumerated() {
            try connection.run(
                """
                INSERT INTO waiting_recipient (announcement, portion, recipients) \
                VALUES (\(announcement), \(place), \(portion))
                """)
        }
    }

    /// Takes the next portion; nil when there is none. Throws when it cannot be read.
    func dequeueNext(of announcement: Int64) throws -> [ResolvedRecipient]? {
        let next = try connection.first(
            """
            SELECT portion, recipients FROM waiting_recipient \
            WHERE announcement = \(announcement) ORDER BY portion LIMIT 1
            """
        ) { row throws(StorageError) in (place: try row["portion"] as Int64, bytes: try row["recipients"] as [UInt8]) }
        guard let next else { return nil }
        guard let recipients = ResolvedRecipients.decode(next.bytes) else {
            throw StorageError.sqlite(code: 1, message: "a portion of recipients cannot be read")
        }
        try connection.run(
            "DELETE FROM waiting_recipient WHERE announcement = \(announcement) AND portion = \(next.place)")
        return recipients
    }

    func hasNext(of announcement: Int64) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM waiting_recipient WHERE announcement = \(announcement) LIMIT 1")
    }

    func delete(of announcement: Int64) throws(StorageError) {
        try connection.run("DELETE FROM waiting_recipient WHERE announcement = \(announcement)")
    }
}
