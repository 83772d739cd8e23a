import Models
import Storage

struct InquiryTable {
    let connection: Connection

    /// Also returns the time of the first; nil for none.
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

    /// Latest first.
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

extension TokenTable {
    /// One of its requests may still be under way.
    func hasEnded(_ session: SessionID) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM ended_session WHERE session = \(session)")
    }

    func end(_ session: SessionID, at now: UnixTime) throws(StorageError) {
        try connection.run(
            "INSERT INTO ended_session (session, at) VALUES (\(session), \(now)) ON CONFLICT (session) DO NOTHING")
    }

    private static let few = 500

    /// Of the quiet hours, else of the last registered push device.
    func timeZones(of recipients: [Int64]) throws(StorageError) -> [Int64: String] {
        guard recipients.count > TokenTable.few else {
            var zones: [Int64: String] = [:]
            for recipient in recipients { zones[recipient] = try zone(of: recipient) }
            return zones
        }
        var zones: [Int64: String] = [:]
        try connection.forEach(
            """
            SELECT recipient, time_zone FROM token WHERE time_zone IS NOT NULL AND is_chosen = 1 \
            ORDER BY updated_at, number
            """
        ) { row throws(StorageError) in
            zones[try row["recipient"]] = try row["time_zone"] as String
            return true
        }
        try connection.forEach("SELECT number, time_zone FROM recipient WHERE time_zone IS NOT NULL") {
            row throws(StorageError) in
            zones[try row["number"]] = try row["time_zone"] as String
            return true
        }
        return zones
    }

    private func zone(of recipient: Int64) throws(StorageError) -> String? {
        try connection.value(
            """
            SELECT coalesce(recipient.time_zone, (SELECT token.time_zone FROM token \
            WHERE token.recipient = recipient.number AND token.is_chosen = 1 AND token.time_zone IS NOT NULL \
            ORDER BY token.updated_at DESC, token.number DESC LIMIT 1)) AS zone FROM recipient \
            WHERE recipient.number = \(recipient) AND (recipient.time_zone IS NOT NULL \
            OR EXISTS (SELECT 1 FROM token WHERE token.recipient = recipient.number AND token.is_chosen = 1 \
            AND token.time_zone IS NOT NULL))
            """)
    }
}
