import Models
import Storage

/// The time zone of the quiet hours, else that of the last registered push device.
struct TimeZoneTable {
    let connection: Connection

    private static let few = 500

    func zones(of recipients: [Int64]) throws(StorageError) -> [Int64: String] {
        guard recipients.count > TimeZoneTable.few else {
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
