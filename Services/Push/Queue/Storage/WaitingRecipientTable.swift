import Models
import Storage

struct WaitingRecipientTable {
    let connection: Connection

    /// Per transaction. Other writes wait for it, some hundredths of a second on two busy processors. Smaller portions
    /// would rewrite the same index pages again and again.
    static let portion = 4000

    static func portions(_ recipients: [ResolvedRecipient]) -> [[UInt8]] {
        stride(from: 0, to: recipients.count, by: portion)
            .map { ResolvedRecipients.encode(recipients[$0..<min($0 + portion, recipients.count)]) }
    }

    func insert(_ portions: [[UInt8]], of notification: Int64) throws(StorageError) {
        for (place, portion) in portions.enumerated() {
            try connection.run(
                """
                INSERT INTO waiting_recipient (notification, portion, recipients) \
                VALUES (\(notification), \(place), \(portion))
                """)
        }
    }

    func dequeueNext(of notification: Int64) throws -> [ResolvedRecipient]? {
        let next = try connection.first(
            """
            SELECT portion, recipients FROM waiting_recipient \
            WHERE notification = \(notification) ORDER BY portion LIMIT 1
            """
        ) { row throws(StorageError) in (place: try row["portion"] as Int64, bytes: try row["recipients"] as [UInt8]) }
        guard let next else { return nil }
        guard let recipients = ResolvedRecipients.decode(next.bytes) else {
            throw StorageError.unreadable(column: "recipients", source: "waiting_recipient")
        }
        try connection.run(
            "DELETE FROM waiting_recipient WHERE notification = \(notification) AND portion = \(next.place)")
        return recipients
    }

    func hasNext(of notification: Int64) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM waiting_recipient WHERE notification = \(notification) LIMIT 1")
    }

    func delete(of notification: Int64) throws(StorageError) {
        try connection.run("DELETE FROM waiting_recipient WHERE notification = \(notification)")
    }
}
