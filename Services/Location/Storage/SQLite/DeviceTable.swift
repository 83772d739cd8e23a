// Rows of the table `device`, with what decides about a device.

import Models
import Storage

/// What the database knows of one device.
struct DeviceRow {
    let number: Int64
    let key: StoredDeviceKey?
    let slogan: String?
    let hasAllowedList: Bool
    /// Its newest location's place, whether or not its time is over.
    let newest: Newest?
    /// Where the device is; nil when that was not asked for or its time is over.
    let location: Location?

    struct Newest {
        let sequence: Int64
        /// When its time is over, in milliseconds since 1970; nil when it is part of a history.
        let expiresAt: Int64?
    }

    /// Whether the device has a location whose time is not over.
    func hasLocation(at now: UnixTime) -> Bool {
        guard let newest else { return false }
        return newest.expiresAt.map { $0 > now.rawValue } ?? true
    }

    /// Whether its rows in `location` are a history.
    var hasHistory: Bool { newest != nil && newest?.expiresAt == nil }
}

/// The table `device`.
struct DeviceTable {
    let connection: Connection

    private static let protection = """
        SELECT number, key_salt, key_hash, slogan, has_allowed_list FROM device WHERE id = ?1
        """

    private static let newest = """
        SELECT d.number, d.key_salt, d.key_hash, d.slogan, d.has_allowed_list, l.sequence, l.expires_at \
        FROM device d LEFT JOIN location l ON l.device = d.number \
        AND l.sequence = (SELECT max(sequence) FROM location WHERE device = d.number) WHERE d.id = ?1
        """

    private static let newestWithLocation = """
        SELECT d.number, d.key_salt, d.key_hash, d.slogan, d.has_allowed_list, l.sequence, l.expires_at, \
        \(LocationTable.columns) FROM device d LEFT JOIN location l ON l.device = d.number \
        AND l.sequence = (SELECT max(sequence) FROM location WHERE device = d.number) WHERE d.id = ?1
        """

    /// The device without its locations; nil when it is not known.
    func findProtection(_ device: DeviceID) throws(StorageError) -> DeviceRow? {
        let row = try connection.prepare(DeviceTable.protection)
        try row.bind(1, device.text)
        guard try row.step() else { return nil }
        return DeviceRow(row, newest: nil, location: nil)
    }

    /// The device and the place of its newest location; nil when it is not known.
    func find(_ device: DeviceID) throws(StorageError) -> DeviceRow? {
        let row = try connection.prepare(DeviceTable.newest)
        try row.bind(1, device.text)
        guard try row.step() else { return nil }
        return DeviceRow(row, newest: DeviceRow.Newest(row), location: nil)
    }

    /// The device and where it is at that time; nil when it is not known.
    func find(_ device: DeviceID, at now: UnixTime) throws(StorageError) -> DeviceRow? {
        let row = try connection.prepare(DeviceTable.newestWithLocation)
        try row.bind(1, device.text)
        guard try row.step() else { return nil }
        let newest = DeviceRow.Newest(row)
        let isCurrent = newest.map { $0.expiresAt.map { $0 > now.rawValue } ?? true } ?? false
        return DeviceRow(row, newest: newest, location: isCurrent ? Location(row, from: 7) : nil)
    }

    /// Makes the device known and gives it its number.
    func insert(_ device: DeviceID) throws(StorageError) -> Int64 {
        let statement = try connection.prepare("INSERT INTO device (id) VALUES (?1)")
        try statement.bind(1, device.text)
        try statement.run()
        return connection.lastInsertedRowID
    }

    /// - Parameter key: nil takes the key away.
    func setKey(_ key: StoredDeviceKey?, of number: Int64) throws(StorageError) {
        let statement = try connection.prepare("UPDATE device SET key_salt = ?2, key_hash = ?3 WHERE number = ?1")
        try statement.bind(1, number)
        try statement.bind(2, key?.salt)
        try statement.bind(3, key?.hash)
        try statement.run()
    }

    /// Notes that who holds the key, or an operator, has changed it: claims from before count no more.
    func outdateClaims(of number: Int64) throws(StorageError) {
        let statement = try connection.prepare(
            "UPDATE device SET key_generation = key_generation + 1 WHERE number = ?1")
        try statement.bind(1, number)
        try statement.run()
    }

    func setSlogan(_ slogan: String, of number: Int64) throws(StorageError) {
        let statement = try connection.prepare("UPDATE device SET slogan = ?2 WHERE number = ?1")
        try statement.bind(1, number)
        try statement.bind(2, slogan)
        try statement.run()
    }

    func setHasAllowedList(_ hasAllowedList: Bool, of number: Int64) throws(StorageError) {
        let statement = try connection.prepare("UPDATE device SET has_allowed_list = ?2 WHERE number = ?1")
        try statement.bind(1, number)
        try statement.bind(2, hasAllowedList ? 1 : 0)
        try statement.run()
    }

    /// Whether any device has a key.
    func holdsKeys() throws(StorageError) -> Bool {
        try connection.prepare("SELECT 1 FROM device WHERE key_hash IS NOT NULL LIMIT 1").step()
    }
}

extension DeviceRow {
    fileprivate init(_ row: PreparedStatement, newest: Newest?, location: Location?) {
        number = row.int64(0)
        key = row.isNull(2) ? nil : StoredDeviceKey(salt: row.blob(1), hash: row.blob(2))
        slogan = row.optionalText(3)
        hasAllowedList = row.int64(4) != 0
        self.newest = newest
        self.location = location
    }
}

extension DeviceRow.Newest {
    fileprivate init?(_ row: PreparedStatement) {
        guard !row.isNull(5) else { return nil }
        sequence = row.int64(5)
        expiresAt = row.optionalInt64(6)
    }
}
