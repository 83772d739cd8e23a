// Rows of the table `delivery`: the queue and what became of it.

import Models
import Storage

/// The table `delivery`.
struct DeliveryTable {
    let connection: Connection

    /// Queues a delivery for each push device of those whom the entries of an announcement among these numbers tell of,
    /// in their order; nil for none.
    /// - Parameters:
    ///   - tokens: which tokens it goes to, where these are not those by which something is shown.
    ///   - passed: the numbers of tokens that are passed over.
    func insert(
        _ announcement: Int64, forEntries entries: ClosedRange<Int64>, to tokens: SQL? = nil,
        except passed: [Int64] = [], at now: UnixTime
    ) throws(StorageError) -> AddedRows? {
        let passedOver: SQL = passed.isEmpty ? "" : "AND token.number NOT IN \(list: passed)"
        // SQLite takes the tables of a CROSS JOIN in their order, the few entries first.
        return try insert(
            announcement, "inbox CROSS JOIN token",
            where: """
                token.recipient = inbox.recipient AND inbox.announcement = \(announcement) \
                AND inbox.number BETWEEN \(entries.lowerBound) AND \(entries.upperBound) \(passedOver)
                """, order: "inbox.number, token.number", to: tokens, at: now)
    }

    /// Queues a delivery for each push device of an account; nil for none.
    /// - Parameter tokens: which tokens it goes to, where these are not those by which something is shown.
    func insert(
        _ announcement: Int64, for recipient: Int64, to tokens: SQL? = nil, at now: UnixTime
    ) throws(StorageError) -> AddedRows? {
        try insert(
            announcement, "token", where: "token.recipient = \(recipient)", order: "token.number", to: tokens,
            at: now)
    }

    /// Nothing but the index of the chosen tokens is read of them.
    private func insert(
        _ announcement: Int64, _ source: SQL, where condition: SQL, order: SQL, to tokens: SQL? = nil,
        at now: UnixTime
    ) throws(StorageError) -> AddedRows? {
        let isMeant: SQL = tokens ?? "token.is_chosen = 1"
        return try AddedRows(to: "delivery", on: connection) { () throws(StorageError) in
            try connection.run(
                """
                INSERT INTO delivery (announcement, recipient, token, channel, state, next_at, at) \
                SELECT \(announcement), token.recipient, token.number, CASE WHEN token.provider = \(PushProvider.fcm) \
                THEN \(DeliveryChannel.fcm) WHEN token.environment = \(PushEnvironment.sandbox) \
                THEN \(DeliveryChannel.apnsSandbox) ELSE \(DeliveryChannel.apnsProduction) END, 'pending', \(now), \
                \(now) FROM \(source) WHERE \(condition) AND \(isMeant) ORDER BY \(order)
                """)
        }
    }

    /// What became of an announcement on each push device of an account.
    func records(of recipient: Int64, _ announcement: Int64) throws(StorageError) -> [DeliveryRecord] {
        try connection.all(
            """
            SELECT coalesce(token.id, former_token.id) AS id, delivery.channel, delivery.state, delivery.reason, \
            delivery.attempts, delivery.at, CASE WHEN delivery.next_at IS NOT NULL \
            THEN coalesce(digest.next_at, delivery.next_at) END AS next_at \
            FROM delivery LEFT JOIN token ON token.number = delivery.token \
            LEFT JOIN delivery AS digest ON digest.number = delivery.digest \
            LEFT JOIN former_token ON former_token.number = delivery.token \
            WHERE delivery.recipient = \(recipient) AND delivery.announcement = \(announcement) \
            ORDER BY delivery.number
            """
        ) { row throws(StorageError) in
            // The id of a token that was given up is forgotten in time.
            guard let token: PushTokenID = try row["id"], let channel: DeliveryChannel = try row["channel"],
                let state: DeliveryState = try row["state"]
            else { return nil }
            return try DeliveryRecord(
                token: token, provider: channel.provider, state: state, reason: row["reason"],
                attempts: row["attempts"], at: row["at"], nextAt: row["next_at"])
        }
    }

    /// A delivery as it stands; nil when there is none.
    func find(_ number: Int64) throws(StorageError) -> Open? {
        try connection.first("SELECT \(DeliveryTable.columns) FROM delivery WHERE number = \(number)", Open.init)
    }

    /// Keeps that these were sent with their first try, as far as they wait as they were queued and have never waited for the
    /// end of quiet hours, and gives their numbers. Of a thousand outcomes nearly all are of this kind, and many are kept by one statement.
    func recordSent(
        _ numbers: [Int64], at now: UnixTime, in counts: inout DeliveryCountChanges
    ) throws(StorageError) -> Set<Int64> {
        var sent: Set<Int64> = []
        for start in stride(from: 0, to: numbers.count, by: DeliveryTable.sentAtOnce) {
            let some = numbers[start..<min(start + DeliveryTable.sentAtOnce, numbers.count)]
            // Filled up with a number that stands there already: then each is the same statement, compiled once.
            let filling = repeatElement(numbers[start], count: DeliveryTable.sentAtOnce - some.count)
            let rows = try connection.all(
                """
                UPDATE delivery SET state = 'sent', reason = NULL, attempts = 1, next_at = NULL, at = \(now), \
                outages = 0, may_have_left = 0 WHERE number IN \(list: some + filling) AND state = 'pending' \
                AND attempts = 0 AND end_state IS NULL AND was_deferred = 0 RETURNING number, announcement
                """
            ) { row throws(StorageError) in (number: try row["number"] as Int64, of: try row["announcement"] as Int64) }
            for row in rows {
                sent.insert(row.number)
                counts.move(row.of, from: .pending, to: .sent)
            }
        }
        return sent
    }

    /// How many `recordSent` keeps by one statement.
    private static let sentAtOnce = 50

    /// Keeps what became of a delivery.
    func recordOutcome(_ update: DeliveryUpdate, of delivery: Open, at now: UnixTime) throws(StorageError) {
        // It stays unconfirmed, whatever becomes of it later.
        let unconfirmed: SQL = update.isUnconfirmed ? ", is_unconfirmed = 1" : ""
        let held: Gathering? = update.isHeld ? .held : nil
        // What waits for the end of quiet hours is with no digest any more.
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

    /// What waits for the end of the quiet hours of an account, and until when.
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

    /// Lets what waits come at the end of quiet hours that end earlier now; nil for at once. What comes earlier as it
    /// is stays.
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
            counts.move(delivery.announcement, from: delivery.state, to: state)
        }
    }

    /// What waits for a token goes on in another channel.
    func setChannel(_ channel: DeliveryChannel, of recipient: Int64, for token: Int64) throws(StorageError) {
        try connection.run(
            """
            UPDATE delivery SET channel = \(channel) \
            WHERE recipient = \(recipient) AND token = \(token) AND next_at IS NOT NULL
            """)
    }

    /// Gives what waits for a token to another one of the same account and channel.
    func hand(_ token: Int64, of recipient: Int64, to other: Int64) throws(StorageError) {
        try connection.run(
            """
            UPDATE delivery SET token = \(other) \
            WHERE recipient = \(recipient) AND token = \(token) AND next_at IS NOT NULL
            """)
    }

    /// When something was last delivered to each token of an account, by its number.
    func lastSent(to recipient: Int64) throws(StorageError) -> [Int64: UnixTime] {
        var moments: [Int64: UnixTime] = [:]
        try connection.forEach(
            """
            SELECT token, max(at) AS last FROM delivery WHERE recipient = \(recipient) AND state = 'sent' GROUP BY token
            """
        ) { row throws(StorageError) in
            moments[try row["token"]] = try row["last"] as UnixTime
            return true
        }
        return moments
    }

    /// What failed last for each token of an account, by its number: for good, or before another try.
    func lastFailures(to recipient: Int64) throws(StorageError) -> [Int64: PushFailure] {
        var failures: [Int64: PushFailure] = [:]
        try connection.forEach(
            """
            SELECT token, reason, at FROM delivery WHERE recipient = \(recipient) AND reason IS NOT NULL \
            AND (state = 'failed' OR state = 'pending' AND attempts > 0) ORDER BY at, number
            """
        ) { row throws(StorageError) in
            failures[try row["token"]] = try PushFailure(reason: row["reason"], at: row["at"])
            return true
        }
        return failures
    }

    /// Deletes what has come to its end for an account.
    func deleteEnded(of recipient: Int64) throws(StorageError) -> Int {
        try connection.run("DELETE FROM delivery WHERE recipient = \(recipient) AND next_at IS NULL")
    }

    func delete(_ delivery: Int64) throws(StorageError) {
        try connection.run("DELETE FROM delivery WHERE number = \(delivery)")
    }
}
