// Rows of the table `location`: where devices are and have been.

import Models
import Storage

/// The table `location`.
struct LocationTable {
    let connection: Connection

    /// The columns that make a `Location`, in the order in which it reads them.
    static let columns = "timestamp, longitude, latitude, horizontal_accuracy, speed, battery_level, altitude"

    private static let put = """
        REPLACE INTO location (device, sequence, expires_at, \(columns)) \
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
        """

    /// Writes a location in its place, over what may be there.
    func put(
        _ location: Location, device: Int64, sequence: Int64, expiresAt: Int64?
    ) throws(StorageError) {
        let statement = try connection.prepare(LocationTable.put)
        try statement.bind(1, device)
        try statement.bind(2, sequence)
        try statement.bind(3, expiresAt)
        try statement.bind(4, location.timestamp.json)
        try statement.bind(5, location.longitude.json)
        try statement.bind(6, location.latitude.json)
        try statement.bind(7, location.horizontalAccuracy.json)
        try statement.bind(8, location.speed?.json)
        try statement.bind(9, location.batteryLevel?.json)
        try statement.bind(10, location.altitude?.json)
        try statement.run()
    }

    /// Deletes a device's locations up to and with `sequence`, all of them without one.
    func delete(device: Int64, through sequence: Int64 = .max) throws(StorageError) {
        let statement = try connection.prepare("DELETE FROM location WHERE device = ?1 AND sequence <= ?2")
        try statement.bind(1, device)
        try statement.bind(2, sequence)
        try statement.run()
    }

    /// How many locations a device has, whose newest has this sequence.
    func count(device: Int64, newest: Int64) throws(StorageError) -> Int {
        let statement = try connection.prepare("SELECT min(sequence) FROM location WHERE device = ?1")
        try statement.bind(1, device)
        guard try statement.step(), !statement.isNull(0) else { return 0 }
        return Int(newest - statement.int64(0) + 1)
    }

    /// A device's locations, newest first.
    func newest(_ amount: Int, device: Int64) throws(StorageError) -> [Location] {
        let row = try connection.prepare(LocationTable.newest)
        try row.bind(1, device)
        try row.bind(2, amount)
        var locations: [Location] = []
        while try row.step() { locations.append(Location(row, from: 0)) }
        return locations
    }

    private static let newest =
        "SELECT \(columns) FROM location WHERE device = ?1 ORDER BY sequence DESC LIMIT ?2"

    /// Deletes up to `limit` locations whose time is over and says how many it were.
    func deleteExpired(at now: UnixTime, limit: Int) throws(StorageError) -> Int {
        let statement = try connection.prepare(LocationTable.deleteExpired)
        try statement.bind(1, now.rawValue)
        try statement.bind(2, limit)
        return try statement.run()
    }

    private static let deleteExpired = """
        DELETE FROM location WHERE (device, sequence) IN \
        (SELECT device, sequence FROM location WHERE expires_at <= ?1 LIMIT ?2)
        """
}

extension Location {
    /// Reads the columns of `LocationTable.columns`, the first of which is `column`.
    init(_ row: PreparedStatement, from column: Int32) {
        self.init(
            timestamp: LocationValue(json: row.text(column)),
            longitude: LocationValue(json: row.text(column + 1)),
            latitude: LocationValue(json: row.text(column + 2)),
            horizontalAccuracy: LocationValue(json: row.text(column + 3)),
            speed: row.optionalText(column + 4).map { LocationValue(json: $0) },
            batteryLevel: row.optionalText(column + 5).map { LocationValue(json: $0) },
            altitude: row.optionalText(column + 6).map { LocationValue(json: $0) })
    }
}
