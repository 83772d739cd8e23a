// Rows of the table `preference`.

import Models
import Storage

/// The table `preference`.
struct PreferenceTable {
    let connection: Connection

    func find(_ account: AccountID) throws(StorageError) -> KeptPreferences? {
        let row = try connection.prepare(
            """
            SELECT new_offers, new_professionals, local_events, radius, categories, quiet_from, quiet_to, time_zone \
            FROM preference WHERE account = ?1
            """)
        try row.bind(1, account.text)
        guard try row.step() else { return nil }
        var kept = KeptPreferences()
        if let radius = row.optionalInt64(3) {
            kept.choices = NotificationChoices(
                notifyNewOffers: row.int64(0) != 0, notifyNewProNearby: row.int64(1) != 0,
                notifyLocalEvents: row.int64(2) != 0, radius: Int(radius),
                categories: row.text(4).utf8.split(separator: UInt8(ascii: ",")).compactMap(String.init))
        }
        if let start = row.optionalInt64(5) {
            kept.quietHours = QuietHours(start: Int(start), end: Int(row.int64(6)), timeZone: row.text(7))
        }
        return kept
    }

    func set(_ kept: KeptPreferences, of account: AccountID) throws(StorageError) {
        let row = try connection.prepare(
            """
            INSERT INTO preference (account, new_offers, new_professionals, local_events, radius, categories, \
            quiet_from, quiet_to, time_zone) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) \
            ON CONFLICT (account) DO UPDATE SET new_offers = ?2, new_professionals = ?3, local_events = ?4, \
            radius = ?5, categories = ?6, quiet_from = ?7, quiet_to = ?8, time_zone = ?9
            """)
        try row.bind(1, account.text)
        if let choices = kept.choices {
            try row.bind(2, choices.notifyNewOffers ? 1 : 0)
            try row.bind(3, choices.notifyNewProNearby ? 1 : 0)
            try row.bind(4, choices.notifyLocalEvents ? 1 : 0)
            try row.bind(5, choices.radius)
            try row.bind(6, choices.categories.joined(separator: ","))
        }
        if let hours = kept.quietHours {
            try row.bind(7, hours.start)
            try row.bind(8, hours.end)
            try row.bind(9, hours.timeZone)
        }
        try row.run()
    }

    /// Whether there was a row.
    func delete(_ account: String) throws(StorageError) -> Bool {
        let row = try connection.prepare("DELETE FROM preference WHERE account = ?1")
        try row.bind(1, account)
        return try row.run() > 0
    }
}
