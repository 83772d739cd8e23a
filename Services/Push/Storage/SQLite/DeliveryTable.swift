// Rows of the table `delivery`: the queue and what became of it.

import Models
import Storage

/// The table `delivery`.
struct DeliveryTable {
    let connection: Connection

    /// Queues a delivery for each handset of those whom entries tell of, in their order; gives their numbers, nil for none.
    func insert(
        _ announcement: Int64, forTold entries: ClosedRange<Int64>, at now: UnixTime
    ) throws(StorageError) -> ClosedRange<Int64>? {
        let row = try connection.prepare(
            DeliveryTable.insertion(
                "told CROSS JOIN token ON token.recipient = told.recipient",
                where: "told.number BETWEEN ?3 AND ?4", order: "told.number, token.number"))
        try row.bind(3, entries.lowerBound)
        try row.bind(4, entries.upperBound)
        return try insert(announcement, row, at: now)
    }

    /// Queues a delivery for each handset of an account; gives their numbers, nil for none.
    func insert(
        _ announcement: Int64, for recipient: Int64, at now: UnixTime
    ) throws(StorageError) -> ClosedRange<Int64>? {
        let row = try connection.prepare(
            DeliveryTable.insertion("token", where: "token.recipient = ?3", order: "token.number"))
        try row.bind(3, recipient)
        return try insert(announcement, row, at: now)
    }

    /// Nothing but the index of the chosen tokens is read of them.
    private static func insertion(_ source: String, where condition: String, order: String) -> String {
        """
        INSERT INTO delivery (announcement, recipient, token, lane, state, next_at, at) \
        SELECT ?1, token.recipient, token.number, CASE WHEN token.provider = '\(PushProvider.fcm.rawValue)' \
        THEN \(DeliveryLane.fcm.rawValue) WHEN token.environment = '\(PushEnvironment.sandbox.rawValue)' \
        THEN \(DeliveryLane.apnsSandbox.rawValue) ELSE \(DeliveryLane.apnsProduction.rawValue) END, \
        'pending', ?2, ?2 FROM \(source) WHERE \(condition) AND token.is_chosen = 1 ORDER BY \(order)
        """
    }

    private func insert(
        _ announcement: Int64, _ row: PreparedStatement, at now: UnixTime
    ) throws(StorageError) -> ClosedRange<Int64>? {
        try row.bind(1, announcement)
        try row.bind(2, now.rawValue)
        let count = Int64(try row.run())
        // One transaction numbers its rows one after the other.
        let last = connection.lastInsertedRowID
        return count == 0 ? nil : last - count + 1...last
    }

    /// What became of an announcement on each handset of an account.
    func records(of recipient: Int64, _ announcement: Int64) throws(StorageError) -> [DeliveryRecord] {
        let row = try connection.prepare(
            """
            SELECT coalesce(token.id, former_token.id), delivery.lane, delivery.state, delivery.reason, \
            delivery.attempts, delivery.at, delivery.next_at \
            FROM delivery LEFT JOIN token ON token.number = delivery.token \
            LEFT JOIN former_token ON former_token.number = delivery.token \
            WHERE delivery.recipient = ?1 AND delivery.announcement = ?2 ORDER BY delivery.number
            """)
        try row.bind(1, recipient)
        try row.bind(2, announcement)
        var records: [DeliveryRecord] = []
        while try row.step() {
            guard let token = PushTokenID(row.text(0)), let lane = DeliveryLane(rawValue: Int(row.int64(1))),
                let state = DeliveryState(rawValue: row.text(2))
            else { continue }
            records.append(
                DeliveryRecord(
                    token: token, provider: lane.provider, state: state, reason: row.optionalText(3),
                    attempts: Int(row.int64(4)), at: UnixTime(rawValue: row.int64(5)),
                    nextAt: row.optionalInt64(6).map(UnixTime.init(rawValue:))))
        }
        return records
    }

    /// A delivery as it stands; nil when there is none.
    func find(_ number: Int64) throws(StorageError) -> Open? {
        let row = try connection.prepare(
            "SELECT \(DeliveryTable.columns) FROM delivery WHERE number = ?1")
        try row.bind(1, number)
        return try row.step() ? read(row) : nil
    }

    /// Keeps what became of a delivery.
    func settle(_ settlement: Settlement, at now: UnixTime) throws(StorageError) {
        let row = try connection.prepare(
            """
            UPDATE delivery SET state = ?2, reason = ?3, attempts = ?4, next_at = ?5, at = ?6, outages = ?7, \
            is_unconfirmed = max(is_unconfirmed, ?8), may_have_left = 0 WHERE number = ?1
            """)
        try row.bind(8, settlement.isUnconfirmed ? 1 : 0)
        try row.bind(7, settlement.outages)
        try row.bind(1, settlement.delivery)
        try row.bind(2, settlement.state.rawValue)
        try row.bind(3, settlement.reason)
        try row.bind(4, settlement.attempts)
        try row.bind(5, settlement.nextAt?.rawValue)
        try row.bind(6, now.rawValue)
        try row.run()
    }

    /// What waits for the end of the quiet hours of an account, and until when.
    func deferred(of recipient: Int64) throws(StorageError) -> [(delivery: Open, nextAt: UnixTime)] {
        let row = try connection.prepare(
            "SELECT number, announcement, next_at FROM delivery WHERE recipient = ?1 AND state = 'deferred'")
        try row.bind(1, recipient)
        var found: [(Open, UnixTime)] = []
        while try row.step() {
            found.append(
                (
                    Open(
                        number: row.int64(0), announcement: row.int64(1), recipient: recipient, state: .deferred),
                    UnixTime(rawValue: row.int64(2))
                ))
        }
        return found
    }

    /// Lets what waits come at the end of quiet hours that end earlier now; nil for at once. What comes earlier as it is stays.
    func bringForward(
        _ deferred: [(delivery: Open, nextAt: UnixTime)], to end: UnixTime?, at now: UnixTime,
        in books: inout BooksChanges
    ) throws(StorageError) {
        let row = try connection.prepare(
            "UPDATE delivery SET state = ?2, reason = iif(?2 = 'deferred', reason, NULL), next_at = ?3, at = ?4 WHERE number = ?1"
        )
        let state: DeliveryState = end == nil ? .pending : .deferred
        for (delivery, nextAt) in deferred where nextAt > end ?? now {
            try row.bind(1, delivery.number)
            try row.bind(2, state.rawValue)
            try row.bind(3, (end ?? now).rawValue)
            try row.bind(4, now.rawValue)
            try row.run()
            books.move(delivery.announcement, from: delivery.state, to: state)
        }
    }

    /// What waits for a token goes on in another lane.
    func setLane(_ lane: DeliveryLane, of recipient: Int64, for token: Int64) throws(StorageError) {
        let row = try connection.prepare(
            "UPDATE delivery SET lane = ?3 WHERE recipient = ?1 AND token = ?2 AND next_at IS NOT NULL")
        try row.bind(1, recipient)
        try row.bind(2, token)
        try row.bind(3, lane.rawValue)
        try row.run()
    }

    /// Gives what waits for a token to another one of the same account and lane.
    func hand(_ token: Int64, of recipient: Int64, to other: Int64) throws(StorageError) {
        let row = try connection.prepare(
            "UPDATE delivery SET token = ?3 WHERE recipient = ?1 AND token = ?2 AND next_at IS NOT NULL")
        try row.bind(1, recipient)
        try row.bind(2, token)
        try row.bind(3, other)
        try row.run()
    }

    /// When something was last delivered to each token of an account, by its number.
    func lastSent(to recipient: Int64) throws(StorageError) -> [Int64: UnixTime] {
        let row = try connection.prepare(
            "SELECT token, max(at) FROM delivery WHERE recipient = ?1 AND state = 'sent' GROUP BY token")
        try row.bind(1, recipient)
        var moments: [Int64: UnixTime] = [:]
        while try row.step() { moments[row.int64(0)] = UnixTime(rawValue: row.int64(1)) }
        return moments
    }

    /// Deletes what has come to its end for an account.
    func deleteEnded(of recipient: Int64) throws(StorageError) {
        let row = try connection.prepare("DELETE FROM delivery WHERE recipient = ?1 AND next_at IS NULL")
        try row.bind(1, recipient)
        try row.run()
    }

    func delete(_ delivery: Int64) throws(StorageError) {
        let row = try connection.prepare("DELETE FROM delivery WHERE number = ?1")
        try row.bind(1, delivery)
        try row.run()
    }
}
