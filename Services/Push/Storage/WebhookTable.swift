// Rows of the tables `webhook` and `webhook_notification`: where events go, and of what they tell.

import Models
import Storage

/// The tables `webhook` and `webhook_notification`.
struct WebhookTable {
    let connection: Connection

    /// Where the events of a publisher go.
    struct Target: Sendable {
        var publisher: PublisherID
        var url: String
        var secret: SecretText
    }

    func set(_ target: Target, at now: UnixTime) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO webhook (publisher, url, secret, created_at) \
            VALUES (\(target.publisher), \(target.url), \(target.secret), \(now)) \
            ON CONFLICT (publisher) DO UPDATE SET url = excluded.url, secret = excluded.secret
            """)
    }

    /// Whether there was one.
    func delete(of publisher: PublisherID) throws(StorageError) -> Bool {
        try connection.run("DELETE FROM webhook WHERE publisher = \(publisher)") > 0
    }

    func find(_ publisher: PublisherID) throws(StorageError) -> Target? {
        try connection.first("SELECT publisher, url, secret FROM webhook WHERE publisher = \(publisher)") {
            row throws(StorageError) in
            guard let publisher: PublisherID = try row["publisher"] else { return nil }
            return try Target(publisher: publisher, url: row["url"], secret: row["secret"])
        }
    }

    /// Where its events go, when that was said, and when one was last taken.
    func status(of publisher: PublisherID) throws(StorageError) -> GetWebhook.Reply? {
        try connection.first("SELECT url, created_at, delivered_at FROM webhook WHERE publisher = \(publisher)") {
            row throws(StorageError) in
            try GetWebhook.Reply(
                url: row["url"], createdAt: row["created_at"], deliveredAt: row["delivered_at"], waiting: 0,
                failures: [])
        }
    }

    func setDelivered(to publisher: PublisherID, at now: UnixTime) throws(StorageError) {
        try connection.run("UPDATE webhook SET delivered_at = \(now) WHERE publisher = \(publisher)")
    }

    // MARK: Notifications

    /// What becomes of a notification is told to its publisher, where that has an address.
    func follow(_ notification: Int64, of publisher: PublisherID) throws(StorageError) {
        guard try connection.exists("SELECT 1 FROM webhook WHERE publisher = \(publisher)") else { return }
        try connection.run("INSERT INTO webhook_notification (announcement) VALUES (\(notification))")
    }

    /// The interactions with a notification have changed.
    func setNews(of notification: Int64) throws(StorageError) {
        try connection.run(
            "UPDATE webhook_notification SET has_news = 1 WHERE announcement = \(notification) AND has_news = 0")
    }

    /// Notifications that are done as publishers are told it, or cancelled, of which that has not been told; at most so
    /// many. Whether pushes wait does not count, unless it is a crowd's: when the last one goes out would tell when
    /// somebody's quiet hours end, and that they have a push device.
    func undone(limit: Int, at now: UnixTime) throws(StorageError) -> [Int64] {
        try connection.values(
            """
            SELECT webhook_notification.announcement FROM webhook_notification \
            JOIN announcement ON announcement.number = webhook_notification.announcement \
            WHERE webhook_notification.is_done = 0 AND (announcement.state = 'cancelled' \
            OR announcement.decided_at <= \(now.adding(seconds: -WebhookRules.settling)) \
            AND (announcement.state = 'done' \
            OR announcement.state = 'delivering' AND announcement.pending < \(CountRules.crowd))) \
            ORDER BY webhook_notification.announcement LIMIT \(limit)
            """)
    }

    /// Notifications whose interactions have changed, with those that were told last; at most so many. One by local times is
    /// none of them before it has been told everywhere.
    func withNews(limit: Int) throws(StorageError) -> [(notification: Int64, told: String?)] {
        try connection.all(
            """
            SELECT announcement, interactions FROM webhook_notification WHERE has_news = 1 \
            AND NOT EXISTS (SELECT 1 FROM announcement AS told WHERE told.number = webhook_notification.announcement \
            AND told.local_start IS NOT NULL AND told.state IN ('scheduled', 'deciding')) \
            ORDER BY announcement LIMIT \(limit)
            """
        ) { row throws(StorageError) in (try row["announcement"], try row["interactions"]) }
    }

    /// Also counts the tokens that were found gone by one by local times. One that was taken back before it was told
    /// everywhere tells nothing of them.
    func setDone(_ notification: Int64) throws(StorageError) {
        try connection.run("UPDATE webhook_notification SET is_done = 1 WHERE announcement = \(notification)")
        let gone: Int? = try connection.value(
            """
            SELECT webhook_notification.gone FROM webhook_notification \
            JOIN announcement ON announcement.number = webhook_notification.announcement \
            WHERE webhook_notification.announcement = \(notification) AND announcement.state <> 'cancelled'
            """)
        if let gone, gone > 0 { try addGone(gone, by: notification) }
    }

    func setTold(_ notification: Int64, _ interactions: String?) throws(StorageError) {
        try connection.run(
            """
            UPDATE webhook_notification SET has_news = 0, interactions = \(interactions) \
            WHERE announcement = \(notification)
            """)
    }

    /// Whose notification it is; nil for an announcement, and a test.
    func publisher(of notification: Int64) throws(StorageError) -> PublisherID? {
        try connection.value(
            "SELECT publisher FROM announcement WHERE number = \(notification) AND kind IS NOT NULL")
    }

    // MARK: Tokens

    /// A token was found gone by something that a publisher sent. By local times that counts when it is done: before, it would
    /// say in which time zone somebody is. Where publishers pick people, or nothing is shown, it counts never: with nine tokens
    /// of its own that are gone a publisher would learn whether somebody has given up the app.
    func countGone(by announcement: Int64, openTopics: NamePatterns) throws(StorageError) {
        if let sent = try NotificationTable(connection: connection).sent(announcement) {
            let isPicked = AudienceExpressionRules.isPicked(sent.audience, openTopics: openTopics)
            guard !sent.isSilent, !isPicked else { return }
        }
        guard
            try connection.exists(
                """
                SELECT 1 FROM announcement WHERE number = \(announcement) AND local_start IS NOT NULL \
                AND (state = 'cancelled' OR NOT EXISTS (SELECT 1 FROM webhook_notification \
                WHERE announcement = \(announcement) AND is_done = 1))
                """)
        else { return try addGone(1, by: announcement) }
        try connection.run(
            "UPDATE webhook_notification SET gone = gone + 1 WHERE announcement = \(announcement)")
    }

    private func addGone(_ count: Int, by announcement: Int64) throws(StorageError) {
        try connection.run(
            """
            UPDATE webhook SET gone = gone + \(count) \
            WHERE publisher = (SELECT publisher FROM announcement WHERE number = \(announcement))
            """)
    }

    /// How many tokens were found gone by what publishers sent, where they are so many at least.
    func gone(from least: Int) throws(StorageError) -> [(publisher: PublisherID, count: Int)] {
        try connection.all("SELECT publisher, gone FROM webhook WHERE gone >= \(least)") { row throws(StorageError) in
            guard let publisher: PublisherID = try row["publisher"] else { return nil }
            return (publisher, try row["gone"])
        }
    }

    func setGoneTold(_ publisher: PublisherID) throws(StorageError) {
        try connection.run("UPDATE webhook SET gone = 0 WHERE publisher = \(publisher)")
    }
}
