import Models
import Storage

struct PreferenceTable {
    let connection: Connection

    static func query(_ account: AccountID) -> SQL {
        """
        SELECT new_offers, new_professionals, local_events, radius, categories, quiet_from, quiet_to, time_zone, \
        allows_interruptions, kinds_on, kinds_off, topics, given_topics, tags FROM preference WHERE account = \(account)
        """
    }

    func find(_ account: AccountID) throws(StorageError) -> KeptPreferences? {
        try connection.first(PreferenceTable.query(account), KeptPreferences.init)
    }

    func set(_ kept: KeptPreferences, of account: AccountID) throws(StorageError) {
        let (choices, hours) = (kept.choices, kept.quietHours)
        try connection.enqueue(
            """
            INSERT INTO preference (account, new_offers, new_professionals, local_events, radius, categories, \
            quiet_from, quiet_to, time_zone, allows_interruptions, kinds_on, kinds_off, topics, given_topics, tags) \
            VALUES (\(account), \(choices?.notifyNewOffers), \
            \(choices?.notifyNewProNearby), \(choices?.notifyLocalEvents), \(choices?.notificationRadius), \
            \(choices?.preferredCategories.joined(separator: ",")), \(hours?.start), \(hours?.end), \(hours?.timeZone), \
            \(hours?.allowsInterruptions), \
            \(kept.kindsOn.listed), \(kept.kindsOff.listed), \(kept.topics.listed), \(kept.givenTopics.listed), \
            \(kept.tags.listed)) \
            ON CONFLICT (account) DO UPDATE SET new_offers = excluded.new_offers, \
            new_professionals = excluded.new_professionals, local_events = excluded.local_events, \
            radius = excluded.radius, categories = excluded.categories, quiet_from = excluded.quiet_from, \
            quiet_to = excluded.quiet_to, time_zone = excluded.time_zone, \
            allows_interruptions = excluded.allows_interruptions, kinds_on = excluded.kinds_on, \
            kinds_off = excluded.kinds_off, topics = excluded.topics, given_topics = excluded.given_topics, \
            tags = excluded.tags
            """)
    }

    func delete(_ account: String) throws(StorageError) -> Bool {
        try connection.run("DELETE FROM preference WHERE account = \(account)") > 0
    }
}

extension KeptPreferences {
    fileprivate init(_ row: borrowing Row) throws(StorageError) {
        if let radius: Int = try row["radius"] {
            let categories: String = try row["categories"]
            choices = NotificationChoices(
                notifyNewOffers: try row["new_offers"], notifyNewProNearby: try row["new_professionals"],
                notifyLocalEvents: try row["local_events"], notificationRadius: radius,
                preferredCategories: categories.utf8.split(separator: UInt8(ascii: ",")).compactMap(String.init))
        }
        if let start: Int = try row["quiet_from"] {
            quietHours = QuietHours(
                start: start, end: try row["quiet_to"], timeZone: try row["time_zone"],
                allowsInterruptions: try row["allows_interruptions"])
        }
        kindsOn = Array(listed: try row["kinds_on"])
        kindsOff = Array(listed: try row["kinds_off"])
        topics = Array(listed: try row["topics"])
        givenTopics = Array(listed: try row["given_topics"])
        tags = Array(listed: try row["tags"])
    }
}

extension [String] {
    /// The names as stored in a column; nil for no names. They contain no commas.
    fileprivate var listed: String? { isEmpty ? nil : joined(separator: ",") }

    fileprivate init(listed text: String?) {
        self = text?.utf8.split(separator: UInt8(ascii: ",")).compactMap(String.init) ?? []
    }
}
