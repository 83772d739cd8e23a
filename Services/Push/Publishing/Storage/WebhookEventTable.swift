import Models
import Storage

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
            SELECT publisher FROM webhook WHERE EXISTS (SELECT 1 FROM webhook_event \
            WHERE webhook_event.publisher = webhook.publisher AND webhook_event.next_at <= \(now))
            """)
    }

    func next(of publisher: PublisherID, at now: UnixTime) throws(StorageError) -> DueWebhookEvent? {
        try connection.first(
            """
            SELECT number, id, body, created_at, attempts FROM webhook_event \
            WHERE publisher = \(publisher) AND next_at <= \(now) ORDER BY next_at, number LIMIT 1
            """
        ) { row throws(StorageError) in
            try DueWebhookEvent(
                number: row["number"], id: row["id"], body: row["body"], createdAt: row["created_at"],
                attempts: row["attempts"])
        }
    }

    /// Compares the id as well: a number can be reused after its event was removed.
    func delete(_ event: DueWebhookEvent) throws(StorageError) {
        try connection.run("DELETE FROM webhook_event WHERE number = \(event.number) AND id = \(event.id)")
    }

    func delete(of publisher: PublisherID) throws(StorageError) {
        try connection.run("DELETE FROM webhook_event WHERE publisher = \(publisher)")
    }

    func setFailed(
        _ event: DueWebhookEvent, _ reason: String, next: UnixTime?, at now: UnixTime
    ) throws(StorageError) {
        try connection.run(
            """
            UPDATE webhook_event SET reason = \(reason), attempts = \(event.attempts + 1), next_at = \(next), \
            at = \(now) WHERE number = \(event.number) AND id = \(event.id)
            """)
    }

    /// All waiting events; returns their number. Their age and their retry pauses stay unchanged.
    func hurry(of publisher: PublisherID, at now: UnixTime) throws(StorageError) -> Int {
        try connection.run(
            "UPDATE webhook_event SET next_at = \(now) WHERE publisher = \(publisher) AND next_at > \(now)")
    }

    /// All failed events or one; returns their number. Their age is reset, or the next failure would end them.
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

    /// Of the first waiting event that has failed.
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

    /// Latest first.
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

struct DueWebhookEvent: Sendable {
    var number: Int64
    /// `webhook-id`: the same for each attempt.
    var id: String
    var body: String
    var createdAt: UnixTime
    var attempts: Int
}
