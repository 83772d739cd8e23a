import Models
import Storage

struct DeliveryTable {
    let connection: Connection

    /// Queues a delivery for each push device, in the order of the inbox entries. `tokens` is a condition that replaces
    /// the chosen tokens; tokens in `passed` are skipped. Nil if nothing was queued.
    func insert(
        _ notification: Int64, forEntries entries: ClosedRange<Int64>, to tokens: SQL? = nil,
        except passed: [Int64] = [], at now: UnixTime
    ) throws(StorageError) -> AddedRows? {
        let passedOver: SQL = passed.isEmpty ? "" : "AND token.number NOT IN \(list: passed)"
        // SQLite reads the tables of a CROSS JOIN in the given order, here the few entries first.
        return try insert(
            notification, "inbox CROSS JOIN token",
            where: """
                token.recipient = inbox.recipient AND inbox.notification = \(notification) \
                AND inbox.number BETWEEN \(entries.lowerBound) AND \(entries.upperBound) \(passedOver)
                """, order: "inbox.number, token.number", to: tokens, at: now)
    }

    /// Queues a delivery for each push device of an account. `tokens` is a condition instead of the chosen tokens.
    /// Returns nil if no delivery was queued.
    func insert(
        _ notification: Int64, for recipient: Int64, to tokens: SQL? = nil, at now: UnixTime
    ) throws(StorageError) -> AddedRows? {
        try insert(
            notification, "token", where: "token.recipient = \(recipient)", order: "token.number", to: tokens,
            at: now)
    }

    /// Queues deliveries. It reads only the index of the chosen tokens, not their rows.
    private func insert(
        _ notification: Int64, _ source: SQL, where condition: SQL, order: SQL, to tokens: SQL? = nil,
        at now: UnixTime
    ) throws(StorageError) -> AddedRows? {
        let isMeant: SQL = tokens ?? "token.is_chosen = 1"
        return try AddedRows(to: "delivery", on: connection) { () throws(StorageError) in
            try connection.run(
                """
                INSERT INTO delivery (notification, recipient, token, channel, state, next_at, at) \
                SELECT \(notification), token.recipient, token.number, CASE WHEN token.provider = \(PushProvider.fcm) \
                THEN \(DeliveryChannel.fcm) WHEN token.environment = \(PushEnvironment.sandbox) \
                THEN \(DeliveryChannel.apnsSandbox) ELSE \(DeliveryChannel.apnsProduction) END, 'pending', \(now), \
                \(now) FROM \(source) WHERE \(condition) AND \(isMeant) ORDER BY \(order)
                """)
        }
    }

    func records(of recipient: Int64, _ notification: Int64) throws(StorageError) -> [DeliveryRecord] {
        try connection.all(
            """
            SELECT coalesce(token.id, former_token.id) AS id, delivery.channel, delivery.state, delivery.reason, \
            delivery.attempts, delivery.at, CASE WHEN delivery.next_at IS NOT NULL \
            THEN coalesce(digest.next_at, delivery.next_at) END AS next_at \
            FROM delivery LEFT JOIN token ON token.number = delivery.token \
            LEFT JOIN delivery AS digest ON digest.number = delivery.digest \
            LEFT JOIN former_token ON former_token.number = delivery.token \
            WHERE delivery.recipient = \(recipient) AND delivery.notification = \(notification) \
            ORDER BY delivery.number
            """
        ) { row throws(StorageError) in
            // The id of a deleted token is forgotten after some time.
            guard let token: PushTokenID = try row["id"], let channel: DeliveryChannel = try row["channel"],
                let state: DeliveryState = try row["state"]
            else { return nil }
            return try DeliveryRecord(
                token: token, provider: channel.provider, state: state, reason: row["reason"],
                attempts: row["attempts"], at: row["at"], nextAt: row["next_at"])
        }
    }

    func find(_ number: Int64) throws(StorageError) -> Open? {
        try connection.first("SELECT \(DeliveryTable.columns) FROM delivery WHERE number = \(number)", Open.init)
    }

    /// Records the deliveries that were sent at the first attempt, and returns their numbers. Skips deliveries that
    /// changed since they were queued or that waited for the end of quiet hours. Nearly all outcomes are of this kind,
    /// and one statement records many.
    func recordSent(
        _ numbers: [Int64], at now: UnixTime, in counts: inout DeliveryCountChanges
    ) throws(StorageError) -> Set<Int64> {
        var sent: Set<Int64> = []
        for start in stride(from: 0, to: numbers.count, by: DeliveryTable.sentAtOnce) {
            let some = numbers[start..<min(start + DeliveryTable.sentAtOnce, numbers.count)]
            // A repeated number fills the last batch, so that all batches use the same compiled statement.
            let filling = repeatElement(numbers[start], count: DeliveryTable.sentAtOnce - some.count)
            let rows = try connection.all(
                """
                UPDATE delivery SET state = 'sent', reason = NULL, attempts = 1, next_at = NULL, at = \(now), \
                outages = 0, may_have_left = 0 WHERE number IN \(list: some + filling) AND state = 'pending' \
                AND attempts = 0 AND end_state IS NULL AND was_deferred = 0 RETURNING number, notification
                """
            ) { row throws(StorageError) in (number: try row["number"] as Int64, of: try row["notification"] as Int64) }
            for row in rows {
                sent.insert(row.number)
                counts.move(row.of, from: .pending, to: .sent)
            }
        }
        return sent
    }

    private static let sentAtOnce = 50

    func recordOutcome(_ update: DeliveryUpdate, of delivery: Open, at now: UnixTime) throws(StorageError) {
        // The delivery stays unconfirmed, whatever its later outcome.
        let unconfirmed: SQL = update.isUnconfirmed ? ", is_unconfirmed = 1" : ""
        let held: Gathering? = update.isHeld ? .held : nil
        // A delivery that waits for the end of quiet hours belongs to no digest.
        let gathering: SQL =
            update.isHeld || update.state == .deferred ? ", gathering = \(held), digest = NULL" : ""
        let deferred: SQL = update.state == .deferred ? ", was_deferred = 1" : ""
        try connection.run(
            """
            UPDATE delivery SET state = \(update.state), reason = \(update.reason), \
            attempts = \(update.attempts), next_at = \(update.nextAt), at = \(now), \
            outages = \(update.outages), may_have_left = 0\(unconfirmed)\(gathering)\(deferred) \
            WHERE number = \(delivery.number)
            """)
        if !update.state.isOpen, update.state != .sent { try takeBackIfCancelled(delivery) }
    }

    func deferred(of recipient: Int64) throws(StorageError) -> [(delivery: Open, nextAt: UnixTime)] {
        try connection.all(
            """
            SELECT \(DeliveryTable.columns), next_at FROM delivery \
            WHERE recipient = \(recipient) AND state = 'deferred'
            """
        ) { row throws(StorageError) in
            guard let delivery = try Open(row) else { return nil }
            return (delivery, try row["next_at"])
        }
    }

    /// Moves deferred deliveries to a new, earlier end of quiet hours; nil means now. Earlier ones stay.
    func bringForward(
        _ deferred: [(delivery: Open, nextAt: UnixTime)], to end: UnixTime?, at now: UnixTime,
        in counts: inout DeliveryCountChanges
    ) throws(StorageError) {
        let state: DeliveryState = end == nil ? .pending : .deferred
        for (delivery, nextAt) in deferred where nextAt > end ?? now {
            try connection.run(
                """
                UPDATE delivery SET state = \(state), reason = CASE WHEN \(end) IS NULL THEN NULL ELSE reason END, \
                next_at = \(end ?? now), at = \(now) WHERE number = \(delivery.number)
                """)
            counts.move(delivery.notification, from: delivery.state, to: state)
        }
    }

    /// Moves a token's waiting deliveries to another channel.
    func setChannel(_ channel: DeliveryChannel, of recipient: Int64, for token: Int64) throws(StorageError) {
        try connection.run(
            """
            UPDATE delivery SET channel = \(channel) \
            WHERE recipient = \(recipient) AND token = \(token) AND next_at IS NOT NULL
            """)
    }

    func hand(_ token: Int64, of recipient: Int64, to other: Int64) throws(StorageError) {
        try connection.run(
            """
            UPDATE delivery SET token = \(other) \
            WHERE recipient = \(recipient) AND token = \(token) AND next_at IS NOT NULL
            """)
    }

    func lastSent(to recipient: Int64) throws(StorageError) -> [Int64: UnixTime] {
        let rows = try connection.all(
            "SELECT token, max(at) AS last FROM delivery WHERE recipient = \(recipient) AND state = 'sent' GROUP BY token"
        ) { row throws(StorageError) in (try row["token"] as Int64, try row["last"] as UnixTime) }
        return Dictionary(rows) { $1 }
    }

    /// Returns the last failures by token number, including failures that are retried.
    func lastFailures(to recipient: Int64) throws(StorageError) -> [Int64: PushFailure] {
        let rows = try connection.all(
            """
            SELECT token, reason, at FROM delivery WHERE recipient = \(recipient) AND reason IS NOT NULL \
            AND (state = 'failed' OR state = 'pending' AND attempts > 0) ORDER BY at, number
            """
        ) { row throws(StorageError) in
            (try row["token"] as Int64, try PushFailure(reason: row["reason"], at: row["at"]))
        }
        return Dictionary(rows) { $1 }
    }

    func deleteEnded(of recipient: Int64) throws(StorageError) -> Int {
        try connection.run("DELETE FROM delivery WHERE recipient = \(recipient) AND next_at IS NULL")
    }

    func delete(_ delivery: Int64) throws(StorageError) {
        try connection.run("DELETE FROM delivery WHERE number = \(delivery)")
    }

    struct Open {
        var number: Int64
        var notification: Int64
        var recipient: Int64
        var token: Int64
        var state: DeliveryState
        /// Whether the push may have arrived although its provider has not confirmed it.
        var isUnconfirmed = false
        /// The end of a delivery that was ended while its push was in flight. It applies if the push comes back unsent.
        var end: DeliveryEnd?
        var gathering: Gathering?
        var wasDeferred = false
    }

    static let columns: SQL = """
        number, notification, recipient, token, state, is_unconfirmed, end_state, end_reason, gathering, \
        was_deferred
        """

    func open(of recipient: Int64, for token: Int64) throws(StorageError) -> [Open] {
        try open("WHERE recipient = \(recipient) AND token = \(token) AND next_at IS NOT NULL")
    }

    func open(of recipient: Int64) throws(StorageError) -> [Open] {
        try open("WHERE recipient = \(recipient) AND next_at IS NOT NULL")
    }

    /// Returns the waiting deliveries that depend on the user's position.
    func openAnnounced(to recipient: Int64) throws(StorageError) -> [Open] {
        try open(
            """
            WHERE recipient = \(recipient) AND next_at IS NOT NULL AND EXISTS \
            (SELECT 1 FROM notification WHERE notification.number = delivery.notification AND publisher IS NOT NULL \
            AND latitude IS NOT NULL)
            """)
    }

    func open(of notification: Int64, in numbers: ClosedRange<Int64>, limit: Int) throws(StorageError) -> [Open] {
        try open(
            """
            WHERE number BETWEEN \(numbers.lowerBound) AND \(numbers.upperBound) AND notification = \(notification) \
            AND next_at IS NOT NULL
            """, limit: limit)
    }

    func ending(limit: Int) throws(StorageError) -> [Open] {
        try open("WHERE end_state IS NOT NULL AND next_at IS NOT NULL", limit: limit)
    }

    private func open(_ which: SQL, limit: Int = .max) throws(StorageError) -> [Open] {
        try connection.all("SELECT \(DeliveryTable.columns) FROM delivery \(which)", limit: limit, Open.init)
    }

    func end(
        _ deliveries: [Open], as end: DeliveryEnd, at now: UnixTime, in counts: inout DeliveryCountChanges
    ) throws(StorageError) {
        for delivery in deliveries {
            let end = end.counted(isUnconfirmed: delivery.isUnconfirmed)
            try connection.run(
                """
                UPDATE delivery SET state = \(end.state), reason = \(end.reason), next_at = NULL, at = \(now) \
                WHERE number = \(delivery.number)
                """)
            counts.move(delivery.notification, from: delivery.state, to: end.state, wasDeferred: delivery.wasDeferred)
            if end.state != .sent { try takeBackIfCancelled(delivery) }
            if delivery.gathering == .digest {
                try connection.digests.release(delivery.number, after: end.state, at: now)
            }
        }
    }

    /// Removes a cancelled notification from the recipient's inbox. Call it after each end of a delivery;
    /// `QueueSteps.removeUnreceived` handles deliveries that ended before the cancellation.
    func takeBackIfCancelled(_ delivery: Open) throws(StorageError) {
        try connection.inbox.deleteUnreceived(of: delivery.recipient, ifCancelled: delivery.notification)
    }

    /// Stores an end for deliveries in flight. It applies if they come back unsent.
    func endLater(_ deliveries: [Open], as end: DeliveryEnd) throws(StorageError) {
        for delivery in deliveries {
            try connection.run(
                """
                UPDATE delivery SET end_state = \(end.state), end_reason = \(end.reason) \
                WHERE number = \(delivery.number)
                """)
        }
    }

    private func outage(in channel: DeliveryChannel, after now: UnixTime) -> SQL {
        "FROM delivery WHERE channel = \(channel) AND next_at > \(now) AND state = 'pending' AND outages > 0"
    }

    func hasOutage(in channel: DeliveryChannel, after now: UnixTime) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 \(outage(in: channel, after: now)) LIMIT 1")
    }

    /// Makes deliveries due at once that wait for an outage to end; returns their number.
    func endOutage(in channel: DeliveryChannel, limit: Int, at now: UnixTime) throws(StorageError) -> Int {
        try connection.run(
            """
            UPDATE delivery SET next_at = \(now) \
            WHERE number IN (SELECT number \(outage(in: channel, after: now)) LIMIT \(limit))
            """)
    }

    /// Ends the waiting deliveries of deleted accounts.
    func endForNobody() throws(StorageError) {
        try connection.run(
            """
            UPDATE delivery SET end_state = \(DeliveryState.suppressed), \
            end_reason = \(SuppressionReason.accountClosed) WHERE next_at IS NOT NULL \
            AND NOT EXISTS (SELECT 1 FROM recipient WHERE recipient.number = delivery.recipient)
            """)
    }
}

extension DeliveryTable.Open {
    /// Reads a delivery; nil for a value that only a later version knows.
    init?(_ row: borrowing Row) throws(StorageError) {
        guard let state: DeliveryState = try row["state"] else { return nil }
        try self.init(
            number: row["number"], notification: row["notification"], recipient: row["recipient"],
            token: row["token"], state: state, isUnconfirmed: row["is_unconfirmed"], gathering: row["gathering"],
            wasDeferred: row["was_deferred"])
        if let state: DeliveryState = try row["end_state"] {
            end = DeliveryEnd(state: state, reason: try row["end_reason"])
        }
    }
}

extension DeliveryChannel: ColumnValue {}
extension SuppressionReason: ColumnValue {}

extension NotificationTable {
    /// Stores changes of the delivery counts. It must run in the transaction that changes the deliveries. A
    /// notification without open deliveries becomes done.
    func enter(_ changes: DeliveryCountChanges) throws(StorageError) {
        for (notification, change) in changes.changes {
            try connection.run(
                """
                UPDATE notification SET accepted = accepted + \(change.accepted), sent = sent + \(change.sent), \
                sent_later = sent_later + \(change.sentLater), \
                suppressed = suppressed + \(change.suppressed), deferred = deferred + \(change.deferred), \
                failed = failed + \(change.failed), expired = expired + \(change.expired), \
                pending = pending + \(change.pending), state = CASE WHEN state = 'delivering' \
                AND pending + \(change.pending) + deferred + \(change.deferred) = 0 THEN 'done' ELSE state END \
                WHERE number = \(notification)
                """)
        }
    }
}
