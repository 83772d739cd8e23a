// Deliveries that wait, and how they are brought to their end.

import Models
import Storage

extension DeliveryTable {
    /// A delivery as far as it takes to change it.
    struct Open {
        var number: Int64
        var announcement: Int64
        var recipient: Int64
        var token: Int64
        var state: DeliveryState
        /// Whether it may have arrived, although its provider has not said so.
        var isUnconfirmed = false
        /// What becomes of it when it comes back unsent, for one that was ended on its way.
        var end: DeliveryEnd?
        /// How it stands to a digest.
        var gathering: Gathering?
        /// Whether it has waited for the end of quiet hours.
        var wasDeferred = false
    }

    /// The columns that make an `Open`.
    static let columns: SQL = """
        number, announcement, recipient, token, state, is_unconfirmed, end_state, end_reason, gathering, \
        was_deferred
        """

    /// What waits for a token of an account.
    func open(of recipient: Int64, for token: Int64) throws(StorageError) -> [Open] {
        try open("WHERE recipient = \(recipient) AND token = \(token) AND next_at IS NOT NULL")
    }

    /// What waits for an account.
    func open(of recipient: Int64) throws(StorageError) -> [Open] {
        try open("WHERE recipient = \(recipient) AND next_at IS NOT NULL")
    }

    /// What waits for an account by where its person was.
    func openAnnounced(to recipient: Int64) throws(StorageError) -> [Open] {
        try open(
            """
            WHERE recipient = \(recipient) AND next_at IS NOT NULL AND EXISTS \
            (SELECT 1 FROM announcement WHERE announcement.number = delivery.announcement AND publisher IS NOT NULL \
            AND is_placed = 1)
            """)
    }

    /// What waits of an announcement whose deliveries have these numbers; at most so many.
    func open(of announcement: Int64, in numbers: ClosedRange<Int64>, limit: Int) throws(StorageError) -> [Open] {
        try open(
            """
            WHERE number BETWEEN \(numbers.lowerBound) AND \(numbers.upperBound) AND announcement = \(announcement) \
            AND next_at IS NOT NULL
            """, limit: limit)
    }

    /// What waits although it was ended on its way; at most so many.
    func ending(limit: Int) throws(StorageError) -> [Open] {
        try open("WHERE end_state IS NOT NULL AND next_at IS NOT NULL", limit: limit)
    }

    private func open(_ which: SQL, limit: Int = .max) throws(StorageError) -> [Open] {
        try connection.all("SELECT \(DeliveryTable.columns) FROM delivery \(which)", limit: limit, Open.init)
    }

    /// Brings deliveries that wait to their end. One that may have arrived counts as sent.
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
                delivery.announcement, from: delivery.state, to: end.state, wasDeferred: delivery.wasDeferred)
            if end.state != .sent { try takeBackIfCancelled(delivery) }
            if delivery.gathering == .digest {
                try DigestTable(connection: connection).release(delivery.number, after: end.state, at: now)
            }
        }
    }

    /// Takes a cancelled announcement out of the inbox of somebody for whom a delivery of it has ended unsent.
    ///
    /// Called wherever a delivery ends: what ended before the announcement was cancelled, `PushStore.takeBackUntold`
    /// finds by the inboxes' entries.
    func takeBackIfCancelled(_ delivery: Open) throws(StorageError) {
        try InboxTable(connection: connection).deleteUntold(of: delivery.recipient, ifCancelled: delivery.announcement)
    }

    /// Lets deliveries that are on their way end so when they come back unsent.
    func endLater(_ deliveries: [Open], as end: DeliveryEnd) throws(StorageError) {
        for delivery in deliveries {
            try connection.run(
                """
                UPDATE delivery SET end_state = \(end.state), end_reason = \(end.reason) \
                WHERE number = \(delivery.number)
                """)
        }
    }

    /// What waits for a later try in a channel since its provider was not well.
    private func outage(in channel: DeliveryChannel, after now: UnixTime) -> SQL {
        "FROM delivery WHERE channel = \(channel) AND next_at > \(now) AND state = 'pending' AND outages > 0"
    }

    /// Whether something waits for a later try in a channel since its provider was not well.
    func hasOutage(in channel: DeliveryChannel, after now: UnixTime) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 \(outage(in: channel, after: now)) LIMIT 1")
    }

    /// Lets it go on at once; gives how many go on.
    func endOutage(in channel: DeliveryChannel, limit: Int, at now: UnixTime) throws(StorageError) -> Int {
        try connection.run(
            """
            UPDATE delivery SET next_at = \(now) \
            WHERE number IN (SELECT number \(outage(in: channel, after: now)) LIMIT \(limit))
            """)
    }

    /// Lets what waits for accounts that are not there any more end.
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
    /// Nil for a row that a later version of the program has written in words that are not known here.
    init?(_ row: borrowing Row) throws(StorageError) {
        guard let state: DeliveryState = try row["state"] else { return nil }
        try self.init(
            number: row["number"], announcement: row["announcement"], recipient: row["recipient"],
            token: row["token"], state: state, isUnconfirmed: row["is_unconfirmed"], gathering: row["gathering"],
            wasDeferred: row["was_deferred"])
        if let state: DeliveryState = try row["end_state"] {
            end = DeliveryEnd(state: state, reason: try row["end_reason"])
        }
    }
}

extension DeliveryChannel: ColumnValue {}
extension SuppressionReason: ColumnValue {}
