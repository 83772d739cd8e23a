import MessageBus
import Models
import Storage

struct PositionTable {
    let connection: Connection

    static func query(_ account: AccountID) -> SQL {
        "SELECT is_allowed, latitude, longitude, accuracy, at, erased_at FROM position WHERE account = \(account)"
    }

    func find(_ account: AccountID) throws(StorageError) -> PositionStatus? { try findWithErasure(account)?.status }

    /// Returns the status, and the time of the last deletion or prohibition; nil for never.
    func findWithErasure(_ account: AccountID) throws(StorageError) -> (status: PositionStatus, erasedAt: UnixTime?)? {
        try connection.first(PositionTable.query(account)) { row throws(StorageError) in
            var status = PositionStatus(isAllowed: try row["is_allowed"])
            if let at: UnixTime = try row["at"],
                let coordinate = Coordinate(latitude: try row["latitude"], longitude: try row["longitude"])
            {
                status.position = Position(coordinate: coordinate, accuracy: try row["accuracy"], at: at)
            }
            return (status, try row["erased_at"])
        }
    }

    /// Stores a position, and reports a change to the feed. Without a position, the former counts as deleted now.
    func set(
        _ status: PositionStatus, of account: AccountID, instead former: PositionStatus?, at now: UnixTime
    ) throws {
        let place = status.position
        try connection.enqueue(
            """
            INSERT INTO position (account, is_allowed, latitude, longitude, accuracy, at, erased_at) \
            VALUES (\(account), \(status.isAllowed), \(place?.coordinate.latitude), \
            \(place?.coordinate.longitude), \(place?.accuracy), \(place?.at), \(place == nil ? now : nil)) \
            ON CONFLICT (account) DO UPDATE SET is_allowed = excluded.is_allowed, latitude = excluded.latitude, \
            longitude = excluded.longitude, accuracy = excluded.accuracy, at = excluded.at, \
            erased_at = coalesce(excluded.erased_at, position.erased_at)
            """)
        if let position = place {
            try LocationSchema.positions.record(account.text, FeedValue.write(position), at: now, in: connection)
        } else if former?.position != nil {
            try LocationSchema.positions.recordTombstone(account.text, at: now, in: connection)
            // A new position replaces the tombstone in the feed, perhaps unread. The withdrawal has its own key.
            try LocationSchema.positions.recordTombstone(WithdrawnPosition(account).key, at: now, in: connection)
        }
    }

    struct Look {
        var outdated: [String] = []
        /// The accounts whose position is dated into the future.
        var ahead: [String] = []
        var last: String?
    }

    func look(
        after account: String, limit: Int, before oldest: UnixTime, ahead latest: UnixTime
    ) throws(StorageError) -> Look {
        var look = Look()
        try connection.forEach(
            "SELECT account, at FROM position WHERE account > \(account) ORDER BY account LIMIT \(limit)"
        ) { row throws(StorageError) in
            let account: String = try row["account"]
            look.last = account
            if let at: UnixTime = try row["at"] {
                if at < oldest { look.outdated.append(account) }
                if at > latest { look.ahead.append(account) }
            }
            return true
        }
        return look
    }

    /// Deletes the row of an account, and returns whether it deleted a row. `oldest` limits it to earlier positions.
    @discardableResult
    func delete(of account: String, ifBefore oldest: UnixTime? = nil, at now: UnixTime) throws(StorageError) -> Bool {
        let hadPlace: Bool? = try connection.first(
            "DELETE FROM position WHERE account = \(account) AND (\(oldest) IS NULL OR at < \(oldest)) RETURNING at"
        ) { row throws(StorageError) in
            let at: UnixTime? = try row["at"]
            return at != nil
        }
        if hadPlace == true { try LocationSchema.positions.recordTombstone(account, at: now, in: connection) }
        return hadPlace != nil
    }
}
