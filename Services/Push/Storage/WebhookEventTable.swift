// Rows of the table `webhook_event`: the queue of publishers' events.

import Models
import Storage

/// The table `webhook_event`.
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

    /// The publishers of whom an event is due.
    func due(at now: UnixTime) throws(StorageError) -> [PublisherID] {
        try connection.values(
            """
            SELECT publisher FROM webhook WHERE EXISTS (SELECT 1 FROM webhook_event \
            WHERE webhook_event.publisher = webhook.publisher AND webhook_event.next_at <= \(now))
            """)
    }

    /// The event of a publisher that has been due for longest; nil for none.
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

    /// By its id as well: a number may be given again once its event was removed.
    func delete(_ event: DueWebhookEvent) throws(StorageError) {
        try connection.run("DELETE FROM webhook_event WHERE number = \(event.number) AND id = \(event.id)")
    }

    func delete(of publisher: PublisherID) throws(StorageError) {
        try connection.run("DELETE FROM webhook_event WHERE publisher = \(publisher)")
    }

    /// Keeps that an event was not taken.
    /// - Parameter next: when it is tried again; nil when it is given up.
    func setFailed(
        _ event: DueWebhookEvent, _ reason: String, next: UnixTime?, at now: UnixTime
    ) throws(StorageError) {
        try connection.run(
            """
            UPDATE webhook_event SET reason = \(reason), attempts = \(event.attempts + 1), next_at = \(next), \
            at = \(now) WHERE number = \(event.number) AND id = \(event.id)
            """)
    }

    /// Lets all events of a publisher that wait for another try be due; how many they are. How long they are tried, and their
    /// pauses, stay as they are.
    func hurry(of publisher: PublisherID, at now: UnixTime) throws(StorageError) -> Int {
        try connection.run(
            "UPDATE webhook_event SET next_at = \(now) WHERE publisher = \(publisher) AND next_at > \(now)")
    }

    /// Lets events that were given up begin anew, all of a publisher or one; how many they are. Their life begins anew as
    /// well, or they would be given up with the next try.
    func retry(of publisher: PublisherID, _ id: String?, at now: UnixTime) throws(StorageError) -> Int {
        let isMeant: SQL = id.map { "AND id = \($0)" } ?? ""
        return try connection.run(
            """
            UPDATE webhook_event SET next_at = \(now), at = \(now), created_at = \(now), attempts = 0, reason = NULL \
            WHERE publisher = \(publisher) AND next_at IS NULL \(isMeant)
            """)
    }

    /// How many events of a publisher wait.
    func waiting(of publisher: PublisherID) throws(StorageError) -> Int {
        let count: Int? = try connection.value(
            "SELECT count(*) FROM webhook_event WHERE publisher = \(publisher) AND next_at IS NOT NULL")
        return count ?? 0
    }

    /// Why an event was not taken that is tried again.
    struct Problem {
        var reason: String
        /// When it was tried last.
        var at: UnixTime
        var attempts: Int
        var nextAt: UnixTime
    }

    /// Why the first of those that wait and were tried was not taken; nil for none.
    func problem(of publisher: PublisherID) throws(StorageError) -> Problem? {
        try connection.first(
            """
            SELECT reason, at, attempts, next_at FROM webhook_event WHERE publisher = \(publisher) \
            AND next_at IS NOT NULL AND reason IS NOT NULL ORDER BY next_at, number LIMIT 1
            """
        ) { row throws(StorageError) in
            try Problem(
                reason: row["reason"], at: row["at"], attempts: row["attempts"], nextAt: row["next_at"])
        }
    }

    /// Events that were given up, the latest first.
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

/// An event that is to be posted.
struct DueWebhookEvent: Sendable {
    var number: Int64
    /// As in `webhook-id`: the same with each try.
    var id: String
    var body: String
    var createdAt: UnixTime
    var attempts: Int
}
