// Deliveries that wait, and how they are brought to their end.

import Models
import Storage

extension DeliveryTable {
    /// A delivery as far as it takes to change it.
    struct Open {
        var number: Int64
        var announcement: Int64
        var recipient: Int64
        var state: DeliveryState
        /// Whether it may have arrived, although its provider has not said so.
        var isUnconfirmed = false
        /// What becomes of it when it comes back unsent, for one that was ended on its way.
        var end: DeliveryEnd?
    }

    /// The columns that `read` reads.
    static let columns = "number, announcement, recipient, state, is_unconfirmed, end_state, end_reason"

    func read(_ row: PreparedStatement) -> Open? {
        guard let state = DeliveryState(rawValue: row.text(3)) else { return nil }
        let end = row.optionalText(5).flatMap(DeliveryState.init(rawValue:))
            .map { DeliveryEnd(state: $0, reason: row.optionalText(6)) }
        return Open(
            number: row.int64(0), announcement: row.int64(1), recipient: row.int64(2), state: state,
            isUnconfirmed: row.int64(4) != 0, end: end)
    }

    /// What waits for a token of an account.
    func open(of recipient: Int64, for token: Int64) throws(StorageError) -> [Open] {
        let row = try connection.prepare(
            """
            SELECT \(DeliveryTable.columns) FROM delivery WHERE recipient = ?1 AND token = ?2 AND next_at IS NOT NULL
            """)
        try row.bind(1, recipient)
        try row.bind(2, token)
        return try all(row)
    }

    /// What waits for an account.
    func open(of recipient: Int64) throws(StorageError) -> [Open] {
        let row = try connection.prepare(
            "SELECT \(DeliveryTable.columns) FROM delivery WHERE recipient = ?1 AND next_at IS NOT NULL")
        try row.bind(1, recipient)
        return try all(row)
    }

    /// What waits for an account and is no test.
    func openAnnounced(to recipient: Int64) throws(StorageError) -> [Open] {
        let row = try connection.prepare(
            """
            SELECT \(DeliveryTable.columns) FROM delivery WHERE recipient = ?1 AND next_at IS NOT NULL AND EXISTS \
            (SELECT 1 FROM announcement WHERE announcement.number = delivery.announcement AND publisher IS NOT NULL)
            """)
        try row.bind(1, recipient)
        return try all(row)
    }

    /// What waits of an announcement whose deliveries have these numbers; at most so many.
    func open(
        of announcement: Int64, in numbers: ClosedRange<Int64>, limit: Int
    ) throws(StorageError) -> [Open] {
        let row = try connection.prepare(
            """
            SELECT \(DeliveryTable.columns) FROM delivery \
            WHERE number BETWEEN ?1 AND ?2 AND announcement = ?3 AND next_at IS NOT NULL LIMIT ?4
            """)
        try row.bind(1, numbers.lowerBound)
        try row.bind(2, numbers.upperBound)
        try row.bind(3, announcement)
        try row.bind(4, limit)
        return try all(row)
    }

    /// What waits although it was ended on its way; at most so many.
    func ending(limit: Int) throws(StorageError) -> [Open] {
        let row = try connection.prepare(
            """
            SELECT \(DeliveryTable.columns) FROM delivery INDEXED BY ending_delivery \
            WHERE end_state IS NOT NULL AND next_at IS NOT NULL LIMIT ?1
            """)
        try row.bind(1, limit)
        return try all(row)
    }

    private func all(_ row: PreparedStatement) throws(StorageError) -> [Open] {
        var found: [Open] = []
        while try row.step() {
            if let one = read(row) { found.append(one) }
        }
        return found
    }

    /// Brings deliveries that wait to their end. One that may have arrived counts as sent.
    func end(
        _ deliveries: [Open], as end: DeliveryEnd, at now: UnixTime, in books: inout BooksChanges
    ) throws(StorageError) {
        let row = try connection.prepare(
            "UPDATE delivery SET state = ?2, reason = ?3, next_at = NULL, at = ?4 WHERE number = ?1")
        try row.bind(4, now.rawValue)
        for delivery in deliveries {
            let end = end.counted(isUnconfirmed: delivery.isUnconfirmed)
            try row.bind(1, delivery.number)
            try row.bind(2, end.state.rawValue)
            try row.bind(3, end.reason)
            try row.run()
            books.move(delivery.announcement, from: delivery.state, to: end.state)
        }
    }

    /// Lets deliveries that are on their way end so when they come back unsent.
    func endLater(_ deliveries: [Open], as end: DeliveryEnd) throws(StorageError) {
        let row = try connection.prepare("UPDATE delivery SET end_state = ?2, end_reason = ?3 WHERE number = ?1")
        try row.bind(2, end.state.rawValue)
        try row.bind(3, end.reason)
        for delivery in deliveries {
            try row.bind(1, delivery.number)
            try row.run()
        }
    }

    private static let outage = "FROM delivery WHERE lane = ?1 AND next_at > ?2 AND state = 'pending' AND outages > 0"

    /// Whether something waits longer in a lane since its provider was not well.
    func hasOutage(in lane: DeliveryLane, after now: UnixTime) throws(StorageError) -> Bool {
        let row = try connection.prepare("SELECT 1 \(DeliveryTable.outage) LIMIT 1")
        try row.bind(1, lane.rawValue)
        try row.bind(2, now.rawValue)
        return try row.step()
    }

    /// Lets it go on at once; gives how many go on.
    func endOutage(in lane: DeliveryLane, limit: Int, at now: UnixTime) throws(StorageError) -> Int {
        let row = try connection.prepare(
            "UPDATE delivery SET next_at = ?2 WHERE number IN (SELECT number \(DeliveryTable.outage) LIMIT ?3)")
        try row.bind(1, lane.rawValue)
        try row.bind(2, now.rawValue)
        try row.bind(3, limit)
        return try row.run()
    }

    /// Lets what waits for accounts that are not there any more end.
    func endForNobody() throws(StorageError) {
        let row = try connection.prepare(
            """
            UPDATE delivery SET end_state = ?1, end_reason = ?2 WHERE next_at IS NOT NULL \
            AND NOT EXISTS (SELECT 1 FROM recipient WHERE recipient.number = delivery.recipient)
            """)
        try row.bind(1, DeliveryState.suppressed.rawValue)
        try row.bind(2, SuppressionReason.accountClosed.rawValue)
        try row.run()
    }
}
