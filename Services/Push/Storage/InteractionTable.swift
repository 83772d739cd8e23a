// Rows of the tables `interaction` and `interaction_count`: what people did with notifications.

import Models
import Storage

/// The tables `interaction` and `interaction_count`.
struct InteractionTable {
    let connection: Connection

    /// A notification of a publisher by its id, as far as interactions with it are judged by it; nil for an announcement.
    /// One by local times begins several times, and its row says when next: it is that time first in UTC+14. Rows are
    /// forgotten by their moment, so that one must not lie long before the notification.
    func notification(_ id: AnnouncementID) throws(StorageError) -> InteractedNotification? {
        try connection.first(
            """
            SELECT number, CASE WHEN local_start IS NULL THEN begins_at \
            ELSE (local_start - 840) * 60000 END AS begins_at, content FROM announcement WHERE id = \(id) AND kind IS NOT NULL AND publisher IS NOT NULL
            """
        ) { row throws(StorageError) in
            guard let content = NotificationTable.read(try row["content"]) else { return nil }
            return try InteractedNotification(number: row["number"], beginsAt: row["begins_at"], content: content)
        }
    }

    /// A delivery that somebody may have seen.
    struct Answered {
        var number: Int64
        var isSent: Bool
        /// Whether it has waited for the end of quiet hours.
        var wasDeferred: Bool
    }

    /// The deliveries of a notification to an account that were sent or are still open, by their numbers.
    func deliveries(of notification: Int64, to recipient: Int64) throws(StorageError) -> [Answered] {
        try connection.all(
            """
            SELECT number, state, was_deferred FROM delivery WHERE recipient = \(recipient) AND announcement = \(notification) \
            AND (state = 'sent' OR next_at IS NOT NULL)
            """
        ) { row throws(StorageError) in
            let state: DeliveryState? = try row["state"]
            return try Answered(number: row["number"], isSent: state == .sent, wasDeferred: row["was_deferred"])
        }
    }

    /// Keeps and counts what somebody did, unless that is kept already; whether it was not.
    /// - Parameter later: whether it was sent to them after quiet hours.
    func insert(
        _ interaction: CountedInteraction, by recipient: Int64, later: Bool
    ) throws(StorageError) -> Bool {
        let added = try connection.run(
            """
            INSERT INTO interaction (recipient, announcement, action, link, at) \
            VALUES (\(recipient), \(interaction.notification), \(interaction.action), \(interaction.link), \
            \(interaction.at)) ON CONFLICT (recipient, announcement, action) DO NOTHING
            """)
        guard added > 0 else { return false }
        try connection.run(
            """
            INSERT INTO interaction_count (announcement, action, link, people, people_later) \
            VALUES (\(interaction.notification), \(interaction.action), \(interaction.link ?? ""), 1, \(later ? 1 : 0)) \
            ON CONFLICT (announcement, action, link) DO UPDATE SET people = interaction_count.people + 1, \
            people_later = interaction_count.people_later + excluded.people_later
            """)
        return true
    }

    /// What people did with a notification, the most frequent first.
    func counts(of notification: Int64) throws(StorageError) -> [InteractionCount] {
        try connection.all(
            """
            SELECT action, link, people, people_later FROM interaction_count WHERE announcement = \(notification) \
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
