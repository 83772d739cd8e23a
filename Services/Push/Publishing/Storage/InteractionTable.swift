import Models
import Storage

struct InteractionTable {
    let connection: Connection

    struct Answered {
        var number: Int64
        var isSent: Bool
        var wasDeferred: Bool
    }

    func deliveries(of notification: Int64, to recipient: Int64) throws(StorageError) -> [Answered] {
        try connection.all(
            """
            SELECT number, state, was_deferred FROM delivery WHERE recipient = \(recipient) AND notification = \(notification) \
            AND (state = 'sent' OR next_at IS NOT NULL)
            """
        ) { row throws(StorageError) in
            let state: DeliveryState? = try row["state"]
            return try Answered(number: row["number"], isSent: state == .sent, wasDeferred: row["was_deferred"])
        }
    }

    /// Stores an interaction. Returns false if it was stored before. `later`: the push was sent after quiet hours.
    func insert(_ interaction: CountedInteraction, by recipient: Int64, later: Bool) throws(StorageError) -> Bool {
        let added = try connection.run(
            """
            INSERT INTO interaction (recipient, notification, action, link, at) \
            VALUES (\(recipient), \(interaction.notification), \(interaction.action), \(interaction.link), \
            \(interaction.at)) ON CONFLICT (recipient, notification, action) DO NOTHING
            """)
        guard added > 0 else { return false }
        try connection.run(
            """
            INSERT INTO interaction_count (notification, action, link, people, people_later) \
            VALUES (\(interaction.notification), \(interaction.action), \(interaction.link ?? ""), 1, \(later ? 1 : 0)) \
            ON CONFLICT (notification, action, link) DO UPDATE SET people = interaction_count.people + 1, \
            people_later = interaction_count.people_later + excluded.people_later
            """)
        return true
    }

    func counts(of notification: Int64) throws(StorageError) -> [InteractionCount] {
        try connection.all(
            """
            SELECT action, link, people, people_later FROM interaction_count WHERE notification = \(notification) \
            ORDER BY people DESC, action, link
            """
        ) { row throws(StorageError) in
            let link: String = try row["link"]
            var count = try InteractionCount(
                action: row["action"], link: link.isEmpty ? nil : link, people: row["people"])
            count.peopleLater = try row["people_later"]
            return count
        }
    }

    func delete(of recipient: Int64) throws(StorageError) -> Int {
        try connection.run("DELETE FROM interaction WHERE recipient = \(recipient)")
    }
}
