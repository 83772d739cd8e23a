import Models
import Storage

extension DeliveryTable {
    struct Open {
        var number: Int64
        var notification: Int64
        var recipient: Int64
        var token: Int64
        var state: DeliveryState
        /// The push may have arrived although its provider has not confirmed it.
        var isUnconfirmed = false
        /// Ended in flight; applies if the push comes back unsent.
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

    /// The waiting deliveries that depend on the user's position.
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

    /// A delivery that may have arrived counts as sent.
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
            counts.move(
                delivery.notification, from: delivery.state, to: end.state, wasDeferred: delivery.wasDeferred)
            if end.state != .sent { try takeBackIfCancelled(delivery) }
            if delivery.gathering == .digest {
                try connection.digests.release(delivery.number, after: end.state, at: now)
            }
        }
    }

    /// Removes it from the recipient's inbox. Call it after each end of a delivery; `QueueSteps.removeUnreceived` handles
    /// those that ended before the cancellation.
    func takeBackIfCancelled(_ delivery: Open) throws(StorageError) {
        try connection.inbox.deleteUnreceived(of: delivery.recipient, ifCancelled: delivery.notification)
    }

    /// The end applies if they come back unsent.
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

    /// Makes the waiting deliveries due at once; returns their number.
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
    /// Nil for a value that only a later version knows.
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
    /// Must run in the transaction that changes the deliveries. A notification without open deliveries becomes done.
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
