import Models
import Storage

extension TokenTable {
    /// Last registered first. `prefix` is non-empty ASCII.
    func all(beginningWith prefix: SecretText, limit: Int) throws(StorageError) -> [TokenRow] {
        // APNs tokens are stored in lower case.
        let lowercase = prefix.lowercased
        return try connection.all(
            """
            SELECT \(TokenTable.selection) \
            WHERE (token.provider = \(PushProvider.apns) AND token.token >= \(lowercase) AND token.token < \(lowercase.end)) \
            OR (token.provider = \(PushProvider.fcm) AND token.token >= \(prefix) AND token.token < \(prefix.end)) \
            ORDER BY token.updated_at DESC, token.number DESC
            """, limit: limit, TokenRow.init)
    }

    /// A visible notification goes to the chosen token of each push device, a silent one to all tokens for its purpose.
    static func condition(for content: NotificationContent) -> SQL {
        let purpose = content.purpose
        guard purpose != .alert else { return "token.is_chosen = 1" }
        guard let activity = content.liveActivity else { return "token.purpose = \(purpose)" }
        return purpose == .activityStart
            ? "token.purpose = \(purpose) AND token.activity_type = \(activity.attributesType)"
            : "token.purpose = \(purpose) AND token.activity = \(activity.activity)"
    }

    func reached(of recipient: Int64, by content: NotificationContent) throws(StorageError) -> [TokenRow] {
        try connection.all(
            """
            SELECT \(TokenTable.selection) WHERE token.recipient = \(recipient) AND \(TokenTable.condition(for: content)) \
            ORDER BY token.number
            """, TokenRow.init)
    }

    // MARK: Sessions and time zones

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

    // MARK: Languages

    /// The rest count as others.
    static let maximumLanguages = 10_000

    /// One per push device, the most frequent first. Scans a covering index.
    func countsByLanguage(limit: Int) throws(StorageError) -> [FoldedCounts.Group] {
        try connection.all(
            """
            SELECT language, count(*) AS count FROM token WHERE is_chosen = 1 GROUP BY language \
            ORDER BY count(*) DESC LIMIT \(limit)
            """
        ) { row throws(StorageError) in
            FoldedCounts.Group(name: try row["language"], count: try row["count"])
        }
    }

    func countOfChosen() throws(StorageError) -> Int {
        try connection.value("SELECT count(*) FROM token WHERE is_chosen = 1") ?? 0
    }
}

extension SecretText {
    fileprivate var end: SecretText {
        var bytes = Array(value.utf8)
        if let last = bytes.popLast() { bytes.append(last + 1) }
        return SecretText(String(decoding: bytes, as: UTF8.self))
    }
}
