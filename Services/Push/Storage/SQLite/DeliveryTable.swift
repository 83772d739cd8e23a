// Rows of the table `delivery`: the queue and what became of it.

import Foundation
import Models
import Storage

/// The table `delivery`.
struct DeliveryTable {
    let connection: Connection

    /// Queues a delivery and gives its number.
    func insert(
        _ announcement: Int64, _ recipient: Int64, _ token: Reachable, _ id: UUID, at now: UnixTime
    ) throws(StorageError) -> Int64 {
        let row = try connection.prepare(
            """
            INSERT INTO delivery (announcement, recipient, token, lane, apns_id, state, next_at, at) \
            VALUES (?1, ?2, ?3, ?4, ?5, 'pending', ?6, ?6)
            """)
        try row.bind(1, announcement)
        try row.bind(2, recipient)
        try row.bind(3, token.token)
        try row.bind(4, token.lane.rawValue)
        try row.bind(5, id.bytes)
        try row.bind(6, now.rawValue)
        try row.run()
        return connection.lastInsertedRowID
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
        let row = try connection.prepare("SELECT number, announcement, state FROM delivery WHERE number = ?1")
        try row.bind(1, number)
        return try open(row).first
    }

    /// Keeps what became of a delivery.
    func settle(_ settlement: Settlement, at now: UnixTime) throws(StorageError) {
        let row = try connection.prepare(
            """
            UPDATE delivery SET state = ?2, reason = ?3, attempts = ?4, next_at = ?5, at = ?6 WHERE number = ?1
            """)
        try row.bind(1, settlement.delivery)
        try row.bind(2, settlement.state.rawValue)
        try row.bind(3, settlement.reason)
        try row.bind(4, settlement.attempts)
        try row.bind(5, settlement.nextAt?.rawValue)
        try row.bind(6, now.rawValue)
        try row.run()
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

    /// A delivery that waits, as far as it takes to change it.
    struct Open {
        var number: Int64
        var announcement: Int64
        var state: DeliveryState
    }

    /// What waits for a token of an account.
    func open(of recipient: Int64, for token: Int64) throws(StorageError) -> [Open] {
        let row = try connection.prepare(
            """
            SELECT number, announcement, state FROM delivery \
            WHERE recipient = ?1 AND token = ?2 AND next_at IS NOT NULL
            """)
        try row.bind(1, recipient)
        try row.bind(2, token)
        return try open(row)
    }

    /// What waits for an account.
    func open(of recipient: Int64) throws(StorageError) -> [Open] {
        let row = try connection.prepare(
            "SELECT number, announcement, state FROM delivery WHERE recipient = ?1 AND next_at IS NOT NULL")
        try row.bind(1, recipient)
        return try open(row)
    }

    /// What waits of an announcement whose deliveries have these numbers; at most so many.
    func open(
        of announcement: Int64, in numbers: ClosedRange<Int64>, limit: Int
    ) throws(StorageError) -> [Open] {
        let row = try connection.prepare(
            """
            SELECT number, announcement, state FROM delivery \
            WHERE number BETWEEN ?1 AND ?2 AND announcement = ?3 AND next_at IS NOT NULL LIMIT ?4
            """)
        try row.bind(1, numbers.lowerBound)
        try row.bind(2, numbers.upperBound)
        try row.bind(3, announcement)
        try row.bind(4, limit)
        return try open(row)
    }

    private func open(_ row: PreparedStatement) throws(StorageError) -> [Open] {
        var found: [Open] = []
        while try row.step() {
            guard let state = DeliveryState(rawValue: row.text(2)) else { continue }
            found.append(Open(number: row.int64(0), announcement: row.int64(1), state: state))
        }
        return found
    }

    /// Brings deliveries that wait to their end.
    func end(
        _ deliveries: [Open], as state: DeliveryState, reason: String?, at now: UnixTime, in books: inout BooksChanges
    ) throws(StorageError) {
        let row = try connection.prepare(
            "UPDATE delivery SET state = ?2, reason = ?3, next_at = NULL, at = ?4 WHERE number = ?1")
        try row.bind(2, state.rawValue)
        try row.bind(3, reason)
        try row.bind(4, now.rawValue)
        for delivery in deliveries {
            try row.bind(1, delivery.number)
            try row.run()
            books.move(delivery.announcement, from: delivery.state, to: state)
        }
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

    func delete(of recipient: Int64) throws(StorageError) {
        let row = try connection.prepare("DELETE FROM delivery WHERE recipient = ?1")
        try row.bind(1, recipient)
        try row.run()
    }
}
