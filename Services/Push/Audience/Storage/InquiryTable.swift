import Models
import Storage

struct InquiryTable {
    let connection: Connection

    /// Returns the number of inquiries after `moment`, and the time of the earliest one; nil without such an inquiry.
    func count(of recipient: Int64, since moment: UnixTime) throws(StorageError) -> (count: Int, first: UnixTime)? {
        try connection.first(
            """
            SELECT count(*) AS inquiries, min(at) AS first FROM inquiry \
            WHERE recipient = \(recipient) AND at > \(moment)
            """
        ) { row throws(StorageError) in
            guard let first: UnixTime = try row["first"] else { return nil }
            return (try row["inquiries"], first)
        }
    }

    func insert(
        _ recipient: Int64, _ notification: NotificationID, askedBy: String, at now: UnixTime
    ) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO inquiry (recipient, notification, asked_by, at) \
            VALUES (\(recipient), \(notification), \(askedBy), \(now))
            """)
    }

    func insertUnlessKept(
        _ recipient: Int64, _ notification: NotificationID, askedBy: String, at now: UnixTime, since moment: UnixTime
    ) throws(StorageError) {
        let isKept = try connection.exists(
            """
            SELECT 1 FROM inquiry WHERE recipient = \(recipient) AND at > \(moment) \
            AND notification = \(notification) AND asked_by = \(askedBy) LIMIT 1
            """)
        if !isKept { try insert(recipient, notification, askedBy: askedBy, at: now) }
    }

    /// Returns the inquiries about a recipient, the latest first.
    func all(of recipient: Int64, limit: Int) throws(StorageError) -> [Inquiry] {
        try connection.all(
            """
            SELECT at, asked_by, notification FROM inquiry WHERE recipient = \(recipient) \
            ORDER BY at DESC, number DESC LIMIT \(limit)
            """
        ) { row throws(StorageError) in
            try Inquiry(at: row["at"], askedBy: row["asked_by"], notification: row["notification"])
        }
    }

    func delete(of recipient: Int64) throws(StorageError) -> Int {
        try connection.run("DELETE FROM inquiry WHERE recipient = \(recipient)")
    }
}
