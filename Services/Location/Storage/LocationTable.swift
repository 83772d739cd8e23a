import Models
import Storage

struct LocationTable {
    let connection: Connection

    /// Stores a location. It replaces a row with the same sequence.
    func put(_ location: Location, device: Int64, sequence: Int64, expiresAt: Int64?) throws(StorageError) {
        let fixedAt = HistoryRules.fixedAt(location.timestamp)
        try connection.enqueue(
            """
            INSERT INTO location (device, sequence, expires_at, fixed_at, \(Location.columns)) \
            VALUES (\(device), \(sequence), \(expiresAt), \(fixedAt), \(location.timestamp), \(location.longitude), \
            \(location.latitude), \(location.horizontalAccuracy), \(location.speed), \(location.batteryLevel), \
            \(location.altitude)) ON CONFLICT (device, sequence) DO UPDATE SET expires_at = excluded.expires_at, \
            fixed_at = excluded.fixed_at, timestamp = excluded.timestamp, longitude = excluded.longitude, latitude = excluded.latitude, \
            horizontal_accuracy = excluded.horizontal_accuracy, speed = excluded.speed, \
            battery_level = excluded.battery_level, altitude = excluded.altitude
            """)
    }

    /// Deletes locations up to and including `sequence`.
    func delete(device: Int64, through sequence: Int64 = .max) throws(StorageError) {
        try connection.enqueue("DELETE FROM location WHERE device = \(device) AND sequence <= \(sequence)")
    }

    /// Counts the locations of a device, whose sequences have no gaps.
    func count(device: Int64, newest: Int64) throws(StorageError) -> Int {
        let oldest: Int64? = try connection.value("SELECT min(sequence) FROM location WHERE device = \(device)")
        return oldest.map { Int(newest - $0 + 1) } ?? 0
    }

    func newest(_ amount: Int, device: Int64) throws(StorageError) -> [Location] {
        try connection.all(
            """
            SELECT \(Location.columns) FROM location WHERE device = \(device) ORDER BY sequence DESC LIMIT \(amount)
            """, Location.init)
    }

    func deleteExpired(at now: UnixTime, limit: Int) throws(StorageError) -> Int {
        try connection.run(
            """
            DELETE FROM location WHERE (device, sequence) IN \
            (SELECT device, sequence FROM location WHERE expires_at <= \(now) LIMIT \(limit))
            """)
    }
}

extension Location {
    static let columns: SQL = "timestamp, longitude, latitude, horizontal_accuracy, speed, battery_level, altitude"

    init(_ row: borrowing Row) throws(StorageError) {
        try self.init(
            timestamp: row["timestamp"], longitude: row["longitude"], latitude: row["latitude"],
            horizontalAccuracy: row["horizontal_accuracy"], speed: row["speed"], batteryLevel: row["battery_level"],
            altitude: row["altitude"])
    }
}
