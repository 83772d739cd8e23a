import Models
import Storage

/// The rows of `location` that are a history.
struct HistoryTable {
    let connection: Connection

    struct Point {
        let place: HistoryCursor
        let location: Location
        let fixedAt: Int64?
    }

    /// A device whose owner limits the days of its history.
    struct Limited: Sendable {
        let device: Int64
        let days: Int64
        /// Whether a point of the history, apart from the current place, is older or has no time.
        let isOverdue: Bool
    }

    private static let time: SQL = "coalesce(fixed_at, 0)"

    private static func rows(of device: Int64, in range: HistoryRange) -> SQL {
        let (from, end): (Int64, Int64) = (range.from?.rawValue ?? 0, range.to?.rawValue ?? .max)
        return "device = \(device) AND expires_at IS NULL AND \(time) >= \(from) AND \(time) < \(end)"
    }

    /// Returns a page in the order of time. Reads all rows of the device, at most `historyCap` rows. An index by time
    /// would be one more page to write for each update.
    func page(
        _ device: Int64, in range: HistoryRange, after cursor: HistoryCursor?, limit: Int, isOldestFirst: Bool
    ) throws(StorageError) -> [Point] {
        let rows = HistoryTable.rows(of: device, in: range)
        let (time, columns) = (HistoryTable.time, Location.columns)
        if isOldestFirst {
            let cursor = cursor ?? HistoryCursor(at: -1, sequence: 0)
            return try points(
                """
                SELECT sequence, fixed_at, \(columns) FROM location WHERE \(rows) \
                AND (\(time), sequence) > (\(cursor.at), \(cursor.sequence)) ORDER BY \(time), sequence LIMIT \(limit)
                """)
        }
        let cursor = cursor ?? HistoryCursor(at: .max, sequence: 0)
        return try points(
            """
            SELECT sequence, fixed_at, \(columns) FROM location WHERE \(rows) \
            AND (\(time), sequence) < (\(cursor.at), \(cursor.sequence)) \
            ORDER BY \(time) DESC, sequence DESC LIMIT \(limit)
            """)
    }

    private func points(_ sql: SQL) throws(StorageError) -> [Point] {
        try connection.all(sql) { row throws(StorageError) -> Point? in
            let fixedAt: Int64? = try row["fixed_at"]
            let place = HistoryCursor(at: fixedAt ?? 0, sequence: try row["sequence"])
            return Point(place: place, location: try Location(row), fixedAt: fixedAt)
        }
    }

    /// Whether rows of versions before the column lack a time that can be read.
    func lacksTimes(_ device: Int64) throws(StorageError) -> Bool { try !rowsWithoutTime(device).isEmpty }

    func fillTimes(_ device: Int64) throws(StorageError) {
        for row in try rowsWithoutTime(device) {
            try connection.enqueue(
                "UPDATE location SET fixed_at = \(row.at) WHERE device = \(device) AND sequence = \(row.sequence)")
        }
    }

    private func rowsWithoutTime(_ device: Int64) throws(StorageError) -> [HistoryCursor] {
        try connection.all("SELECT sequence, timestamp FROM location WHERE device = \(device) AND fixed_at IS NULL") {
            row throws(StorageError) -> HistoryCursor? in
            guard let time = HistoryRules.fixedAt(try row["timestamp"]) else { return nil }
            return HistoryCursor(at: time, sequence: try row["sequence"])
        }
    }

    func times(_ device: Int64) throws(StorageError) -> Set<Int64> {
        Set(
            try connection.values(
                "SELECT fixed_at FROM location WHERE device = \(device) AND fixed_at IS NOT NULL", as: Int64.self))
    }

    /// Deletes up to `limit` points of a range before the newest row, which is the current place.
    func delete(
        _ device: Int64, in range: HistoryRange, newest: Int64, limit: Int = .max
    ) throws(StorageError) -> Int {
        let rows = HistoryTable.rows(of: device, in: range)
        let deleted = try connection.run(
            """
            DELETE FROM location WHERE device = \(device) AND sequence IN (SELECT sequence FROM location \
            WHERE \(rows) AND sequence < \(newest) ORDER BY sequence LIMIT \(limit))
            """)
        if deleted > 0 { try closeGaps(device, newest: newest) }
        return deleted
    }

    private func closeGaps(_ device: Int64, newest: Int64) throws(StorageError) {
        let count: Int64? = try connection.value("SELECT count(*) FROM location WHERE device = \(device)")
        let oldest = try oldest(device)
        if let count, let oldest, newest - oldest + 1 > count {
            try renumber(device, newest: newest, order: "sequence DESC")
        }
    }

    func oldest(_ device: Int64) throws(StorageError) -> Int64? {
        try connection.value("SELECT min(sequence) FROM location WHERE device = \(device)")
    }

    /// Puts the rows below `newest` into the order of time.
    func sort(_ device: Int64, newest: Int64) throws(StorageError) {
        try renumber(device, newest: newest, order: "\(HistoryTable.time) DESC, sequence DESC")
    }

    /// More than the sequence of any row, so rows that are moved down by it meet no other row.
    private static let distance: Int64 = 1 << 40

    /// Numbers the rows below `newest` downwards, without gaps.
    private func renumber(_ device: Int64, newest: Int64, order: SQL) throws(StorageError) {
        // Moves the rows out of the way first: both engines compare each new number with the numbers before.
        try connection.run(
            """
            UPDATE location SET sequence = sequence - \(HistoryTable.distance) \
            WHERE device = \(device) AND sequence < \(newest)
            """)
        try connection.run(
            """
            UPDATE location SET sequence = \(newest) - place.number FROM (SELECT sequence, \
            row_number() OVER (ORDER BY \(order)) AS number FROM location \
            WHERE device = \(device) AND sequence < \(newest)) AS place \
            WHERE location.device = \(device) AND location.sequence = place.sequence
            """)
    }

    /// Returns up to `limit` devices whose owners limit the days, after `number`.
    func limited(
        after number: Int64, limit: Int, at now: UnixTime
    ) throws(StorageError) -> [Limited] {
        try connection.all(
            """
            SELECT number, history_days, EXISTS (SELECT 1 FROM location l WHERE l.device = d.number \
            AND l.expires_at IS NULL AND (l.fixed_at IS NULL OR l.fixed_at < \(now) - d.history_days * 86400000) \
            AND l.sequence < (SELECT max(sequence) FROM location WHERE device = d.number)) AS is_overdue \
            FROM device d WHERE history_days IS NOT NULL AND number > \(number) ORDER BY number LIMIT \(limit)
            """
        ) { row throws(StorageError) in
            try Limited(device: row["number"], days: row["history_days"], isOverdue: row["is_overdue"])
        }
    }
}
