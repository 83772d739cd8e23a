// Rows of the table `position`, and the feed that tells of them.

import MessageBus
import Models
import Storage

/// The table `position`.
struct PositionTable {
    let connection: Connection

    /// What is kept of where a person was; nil when nothing was ever said.
    func find(_ account: AccountID) throws(StorageError) -> PositionStanding? {
        let row = try connection.prepare(
            "SELECT is_allowed, latitude, longitude, accuracy, at FROM position WHERE account = ?1")
        try row.bind(1, account.text)
        guard try row.step() else { return nil }
        var standing = PositionStanding(isAllowed: row.int64(0) != 0)
        if let at = row.optionalInt64(4),
            let coordinate = Coordinate(latitude: row.double(1), longitude: row.double(2))
        {
            standing.position = Position(
                coordinate: coordinate, accuracy: row.optionalDouble(3), at: UnixTime(milliseconds: at))
        }
        return standing
    }

    /// Keeps what is known of a person, and tells the feed when the place changes.
    func set(
        _ standing: PositionStanding, of account: AccountID, instead former: PositionStanding?, at now: UnixTime
    ) throws {
        let row = try connection.prepare(
            """
            INSERT INTO position (account, is_allowed, latitude, longitude, accuracy, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6) \
            ON CONFLICT (account) DO UPDATE SET is_allowed = ?2, latitude = ?3, longitude = ?4, accuracy = ?5, at = ?6
            """)
        try row.bind(1, account.text)
        try row.bind(2, standing.isAllowed ? 1 : 0)
        try row.bind(3, standing.position?.coordinate.latitude)
        try row.bind(4, standing.position?.coordinate.longitude)
        try row.bind(5, standing.position?.accuracy)
        try row.bind(6, standing.position?.at.rawValue)
        try row.run()
        if let position = standing.position {
            try LocationSchema.positions.record(
                account.text, FeedValue.write(position), at: now, in: connection)
        } else if former?.position != nil {
            try LocationSchema.positions.recordTombstone(account.text, at: now, in: connection)
            // A position that is kept before anybody has read this takes its row in the feed, and this stays.
            try LocationSchema.positions.recordTombstone(WithdrawnPosition(account).key, at: now, in: connection)
        }
    }

    /// What a look at some people finds.
    struct Look {
        /// Whose place is too old.
        var outdated: [String] = []
        /// Whose place was dated into the future.
        var ahead: [String] = []
        /// The last one who was looked at.
        var last: String?
    }

    /// Looks at up to `limit` people behind `account`.
    func look(
        after account: String, limit: Int, before oldest: UnixTime, ahead latest: UnixTime
    ) throws(StorageError) -> Look {
        let row = try connection.prepare(
            "SELECT account, at FROM position WHERE account > ?1 ORDER BY account LIMIT ?2")
        try row.bind(1, account)
        try row.bind(2, limit)
        var look = Look()
        while try row.step() {
            let account = row.text(0)
            look.last = account
            guard let at = row.optionalInt64(1) else { continue }
            if at < oldest.rawValue { look.outdated.append(account) }
            if at > latest.rawValue { look.ahead.append(account) }
        }
        return look
    }

    /// Deletes what is known of a person.
    /// - Parameter oldest: unless the place is from this moment or later.
    func delete(of account: String, ifBefore oldest: UnixTime? = nil, at now: UnixTime) throws(StorageError) {
        let row = try connection.prepare(
            "DELETE FROM position WHERE account = ?1 AND (?2 IS NULL OR at < ?2) RETURNING at")
        try row.bind(1, account)
        try row.bind(2, oldest?.rawValue)
        guard try row.step() else { return }
        let hadPlace = row.optionalInt64(0) != nil
        while try row.step() {}
        if hadPlace { try LocationSchema.positions.recordTombstone(account, at: now, in: connection) }
    }
}
