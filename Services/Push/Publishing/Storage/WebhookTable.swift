import Models
import Storage

struct WebhookTable {
    let connection: Connection

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

    func status(of publisher: PublisherID) throws(StorageError) -> GetWebhook.Reply? {
        try connection.first(
            "SELECT url, created_at, delivered_at, paused_at FROM webhook WHERE publisher = \(publisher)"
        ) { row throws(StorageError) in
            try GetWebhook.Reply(
                url: row["url"], createdAt: row["created_at"], deliveredAt: row["delivered_at"], waiting: 0,
                failures: [], pausedAt: row["paused_at"])
        }
    }

    /// Pauses or resumes the webhook. Returns false if there is no webhook. A repeated pause keeps its first time.
    func setPaused(_ isPaused: Bool, of publisher: PublisherID, at now: UnixTime) throws(StorageError) -> Bool {
        let time: SQL = isPaused ? "coalesce(paused_at, \(now))" : "NULL"
        return try connection.run("UPDATE webhook SET paused_at = \(time) WHERE publisher = \(publisher)") > 0
    }

    func isPaused(_ publisher: PublisherID) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM webhook WHERE publisher = \(publisher) AND paused_at IS NOT NULL")
    }

    func setDelivered(to publisher: PublisherID, at now: UnixTime) throws(StorageError) {
        try connection.run("UPDATE webhook SET delivered_at = \(now) WHERE publisher = \(publisher)")
    }

    // MARK: Notifications

    /// Notes that a notification must be reported, if its publisher has a webhook.
    func follow(_ notification: Int64, of publisher: PublisherID) throws(StorageError) {
        guard try connection.exists("SELECT 1 FROM webhook WHERE publisher = \(publisher)") else { return }
        try connection.run("INSERT INTO webhook_notification (notification) VALUES (\(notification))")
    }

    func setNews(of notification: Int64) throws(StorageError) {
        try connection.run(
            "UPDATE webhook_notification SET has_news = 1 WHERE notification = \(notification) AND has_news = 0")
    }

    /// Returns notifications that are finished or cancelled and not yet reported. Waiting pushes delay the report only
    /// for a large audience: otherwise the time of the last push would reveal the end of a user's quiet hours, and
    /// their push device.
    func undone(limit: Int, at now: UnixTime) throws(StorageError) -> [Int64] {
        try connection.values(
            """
            SELECT webhook_notification.notification FROM webhook_notification \
            JOIN notification ON notification.number = webhook_notification.notification \
            WHERE webhook_notification.is_done = 0 AND (notification.state = 'cancelled' \
            OR notification.decided_at <= \(now.adding(seconds: -WebhookRules.settling)) \
            AND (notification.state = 'done' \
            OR notification.state = 'delivering' AND notification.pending < \(CountRules.crowd))) \
            ORDER BY webhook_notification.notification LIMIT \(limit)
            """)
    }

    /// Returns notifications whose interactions have changed, with the interactions that were last reported. A
    /// notification by local times is included only after its last begin.
    func withNews(limit: Int) throws(StorageError) -> [(notification: Int64, reported: String?)] {
        try connection.all(
            """
            SELECT notification, interactions FROM webhook_notification WHERE has_news = 1 \
            AND NOT EXISTS (SELECT 1 FROM notification AS reported WHERE reported.number = webhook_notification.notification \
            AND reported.local_start IS NOT NULL AND reported.state IN ('scheduled', 'deciding')) \
            ORDER BY notification LIMIT \(limit)
            """
        ) { row throws(StorageError) in (try row["notification"], try row["interactions"]) }
    }

    /// Records that a notification was reported. For a notification by local times, also counts its dead tokens, unless
    /// it was cancelled before its last begin.
    func setDone(_ notification: Int64) throws(StorageError) {
        try connection.run("UPDATE webhook_notification SET is_done = 1 WHERE notification = \(notification)")
        let gone: Int? = try connection.value(
            """
            SELECT webhook_notification.gone FROM webhook_notification \
            JOIN notification ON notification.number = webhook_notification.notification \
            WHERE webhook_notification.notification = \(notification) AND notification.state <> 'cancelled'
            """)
        if let gone, gone > 0 { try addGone(gone, by: notification) }
    }

    func setReported(_ notification: Int64, _ interactions: String?) throws(StorageError) {
        try connection.run(
            """
            UPDATE webhook_notification SET has_news = 0, interactions = \(interactions) \
            WHERE notification = \(notification)
            """)
    }

    // MARK: Tokens

    /// Counts a notification's dead tokens. For a notification by local times this happens only at the end: an earlier
    /// count would reveal a user's time zone. Dead tokens are never counted if the publisher picks users, or the push
    /// is silent: a publisher with nine dead tokens of its own could learn whether a user has given up the app.
    func countGone(by notification: Int64, openTopics: NamePatterns) throws(StorageError) {
        if let sent = try connection.notifications.sent(notification) {
            let isPicked = AudienceExpressionRules.isPicked(sent.audience, openTopics: openTopics)
            guard !sent.isSilent, !isPicked else { return }
        }
        guard
            try connection.exists(
                """
                SELECT 1 FROM notification WHERE number = \(notification) AND local_start IS NOT NULL \
                AND (state = 'cancelled' OR NOT EXISTS (SELECT 1 FROM webhook_notification \
                WHERE notification = \(notification) AND is_done = 1))
                """)
        else { return try addGone(1, by: notification) }
        try connection.run("UPDATE webhook_notification SET gone = gone + 1 WHERE notification = \(notification)")
    }

    private func addGone(_ count: Int, by notification: Int64) throws(StorageError) {
        try connection.run(
            """
            UPDATE webhook SET gone = gone + \(count) \
            WHERE publisher = (SELECT publisher FROM notification WHERE number = \(notification))
            """)
    }

    func gone(from least: Int) throws(StorageError) -> [(publisher: PublisherID, count: Int)] {
        try connection.all("SELECT publisher, gone FROM webhook WHERE gone >= \(least)") { row throws(StorageError) in
            guard let publisher: PublisherID = try row["publisher"] else { return nil }
            return (publisher, try row["gone"])
        }
    }

    func setGoneReported(_ publisher: PublisherID) throws(StorageError) {
        try connection.run("UPDATE webhook SET gone = 0 WHERE publisher = \(publisher)")
    }
}

struct WebhookEventTable {
    let connection: Connection

    func insert(
        _ type: String, _ id: String, _ body: String, for publisher: PublisherID, at now: UnixTime
    ) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO webhook_event (id, publisher, type, body, created_at, next_at, at) \
            VALUES (\(id), \(publisher), \(type), \(body), \(now), \(now), \(now))
            """)
    }

    func due(at now: UnixTime) throws(StorageError) -> [PublisherID] {
        try connection.values(
            """
            SELECT publisher FROM webhook WHERE paused_at IS NULL AND EXISTS (SELECT 1 FROM webhook_event \
            WHERE webhook_event.publisher = webhook.publisher AND webhook_event.next_at <= \(now))
            """)
    }

    func next(of publisher: PublisherID, at now: UnixTime) throws(StorageError) -> DueWebhookEvent? {
        try connection.first(
            """
            SELECT number, id, type, body, created_at, attempts FROM webhook_event \
            WHERE publisher = \(publisher) AND next_at <= \(now) ORDER BY next_at, number LIMIT 1
            """
        ) { row throws(StorageError) in
            try DueWebhookEvent(
                number: row["number"], id: row["id"], type: row["type"], body: row["body"],
                createdAt: row["created_at"], attempts: row["attempts"])
        }
    }

    /// Deletes an event. It compares the id, too, because a number can be reused after its event was removed.
    func delete(_ event: DueWebhookEvent) throws(StorageError) {
        try connection.run("DELETE FROM webhook_event WHERE number = \(event.number) AND id = \(event.id)")
    }

    func delete(of publisher: PublisherID) throws(StorageError) {
        try connection.run("DELETE FROM webhook_event WHERE publisher = \(publisher)")
    }

    func setFailed(_ event: DueWebhookEvent, _ reason: String, next: UnixTime?, at now: UnixTime) throws(StorageError) {
        try connection.run(
            """
            UPDATE webhook_event SET reason = \(reason), attempts = \(event.attempts + 1), next_at = \(next), \
            at = \(now) WHERE number = \(event.number) AND id = \(event.id)
            """)
    }

    /// Makes all waiting events due, and returns their number. Their age and their retry pauses stay unchanged.
    func hurry(of publisher: PublisherID, at now: UnixTime) throws(StorageError) -> Int {
        try connection.run(
            "UPDATE webhook_event SET next_at = \(now) WHERE publisher = \(publisher) AND next_at > \(now)")
    }

    /// Makes all waiting events due, as if they were new: a pause uses up none of their time.
    func resume(of publisher: PublisherID, at now: UnixTime) throws(StorageError) {
        try connection.run(
            """
            UPDATE webhook_event SET next_at = \(now), at = \(now), created_at = \(now) \
            WHERE publisher = \(publisher) AND next_at IS NOT NULL
            """)
    }

    /// Makes all failed events due, or one; returns their number. Resets their age, so that one failure does not end
    /// them.
    func retry(of publisher: PublisherID, _ id: String?, at now: UnixTime) throws(StorageError) -> Int {
        let isMeant: SQL = id.map { "AND id = \($0)" } ?? ""
        return try connection.run(
            """
            UPDATE webhook_event SET next_at = \(now), at = \(now), created_at = \(now), attempts = 0, reason = NULL \
            WHERE publisher = \(publisher) AND next_at IS NULL \(isMeant)
            """)
    }

    func waiting(of publisher: PublisherID) throws(StorageError) -> Int {
        let count: Int? = try connection.value(
            "SELECT count(*) FROM webhook_event WHERE publisher = \(publisher) AND next_at IS NOT NULL")
        return count ?? 0
    }

    /// Adds the last failure of the waiting event that is due first, with its attempts and next attempt; adds nothing
    /// if no waiting event has failed.
    func describeProblem(of publisher: PublisherID, in status: inout GetWebhook.Reply) throws(StorageError) {
        try connection.forEach(
            """
            SELECT reason, at, attempts, next_at FROM webhook_event WHERE publisher = \(publisher) \
            AND next_at IS NOT NULL AND reason IS NOT NULL ORDER BY next_at, number LIMIT 1
            """
        ) { row throws(StorageError) in
            (status.problem, status.problemAt) = (try row["reason"], try row["at"])
            (status.attempts, status.nextAt) = (try row["attempts"], try row["next_at"])
            return true
        }
    }

    /// Returns the failed events, the latest first.
    func failures(of publisher: PublisherID, limit: Int) throws(StorageError) -> [FailedWebhookEvent] {
        try connection.all(
            """
            SELECT id, type, created_at, attempts, reason, at FROM webhook_event \
            WHERE publisher = \(publisher) AND next_at IS NULL ORDER BY number DESC LIMIT \(limit)
            """
        ) { row throws(StorageError) in
            try FailedWebhookEvent(
                id: row["id"], type: row["type"], createdAt: row["created_at"], attempts: row["attempts"],
                reason: row["reason"], at: row["at"])
        }
    }
}

/// The last attempts of each webhook.
struct WebhookDeliveryTable {
    /// The number of attempts that are kept for each publisher.
    static let kept = 20

    let connection: Connection

    func insert(_ delivery: WebhookDelivery, of publisher: PublisherID) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO webhook_delivery (publisher, event, type, at, milliseconds, problem) \
            VALUES (\(publisher), \(delivery.id), \(delivery.type), \(delivery.at), \(delivery.milliseconds), \
            \(delivery.problem))
            """)
        try connection.run(
            """
            DELETE FROM webhook_delivery WHERE publisher = \(publisher) AND number <= (SELECT number \
            FROM webhook_delivery WHERE publisher = \(publisher) ORDER BY number DESC \
            LIMIT 1 OFFSET \(WebhookDeliveryTable.kept))
            """)
    }

    func delete(of publisher: PublisherID) throws(StorageError) {
        try connection.run("DELETE FROM webhook_delivery WHERE publisher = \(publisher)")
    }

    /// Returns the last attempts, the latest first.
    func latest(of publisher: PublisherID) throws(StorageError) -> [WebhookDelivery] {
        try connection.all(
            """
            SELECT event, type, at, milliseconds, problem FROM webhook_delivery \
            WHERE publisher = \(publisher) ORDER BY number DESC
            """
        ) { row throws(StorageError) in
            try WebhookDelivery(
                id: row["event"], type: row["type"], at: row["at"], milliseconds: row["milliseconds"],
                problem: row["problem"])
        }
    }
}

struct DueWebhookEvent: Sendable {
    var number: Int64
    /// The event's id, the value of the header `webhook-id` in each attempt.
    var id: String
    var type: String
    var body: String
    var createdAt: UnixTime
    var attempts: Int
}
