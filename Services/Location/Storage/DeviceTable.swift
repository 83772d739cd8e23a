import Models
import Storage

struct DeviceRow {
    let number: Int64
    let key: StoredDeviceKey?
    let slogan: String?
    let hasAllowedList: Bool
    /// Whether the device may have share links that end with its arrival.
    let hasArrivals: Bool
    /// Whether the device may have forwarders.
    let hasForwarders: Bool
    /// The newest location, which may have expired; nil without locations, or if not read.
    let newest: Newest?
    /// The current location; nil without locations, if the newest has expired, or if not read.
    let location: Location?

    struct Newest {
        let sequence: Int64
        /// The time of expiry in milliseconds since 1970; nil for a location that is part of a history.
        let expiresAt: Int64?
    }

    func hasLocation(at now: UnixTime) -> Bool {
        guard let newest else { return false }
        return newest.expiresAt.map { $0 > now.rawValue } ?? true
    }

    var hasHistory: Bool { newest != nil && newest?.expiresAt == nil }
}

struct DeviceTable {
    let connection: Connection

    private static let protection: SQL = """
        d.number, d.key_salt, d.key_hash, d.slogan, d.has_allowed_list, d.has_arrivals, \
        d.has_forwarders
        """
    private static let newest: SQL = "l.sequence, l.expires_at"
    private static let withNewest: SQL = """
        device d LEFT JOIN location l ON l.device = d.number \
        AND l.sequence = (SELECT max(sequence) FROM location WHERE device = d.number)
        """

    func findProtection(_ device: DeviceID) throws(StorageError) -> DeviceRow? {
        try connection.first("SELECT \(DeviceTable.protection) FROM device d WHERE d.id = \(device)") {
            row throws(StorageError) in try DeviceRow(row, newest: nil, location: nil)
        }
    }

    static func query(_ device: DeviceID) -> SQL {
        """
        SELECT \(DeviceTable.protection), \(DeviceTable.newest) FROM \(DeviceTable.withNewest) \
        WHERE d.id = \(device)
        """
    }

    func find(_ device: DeviceID) throws(StorageError) -> DeviceRow? {
        try connection.first(DeviceTable.query(device)) { row throws(StorageError) in
            try DeviceRow(row, newest: DeviceRow.Newest(row), location: nil)
        }
    }

    func find(_ device: DeviceID, at now: UnixTime) throws(StorageError) -> DeviceRow? {
        try connection.first(
            """
            SELECT \(DeviceTable.protection), \(DeviceTable.newest), \(Location.columns) \
            FROM \(DeviceTable.withNewest) WHERE d.id = \(device)
            """
        ) { row throws(StorageError) in
            let newest = try DeviceRow.Newest(row)
            let isCurrent = newest.map { $0.expiresAt.map { $0 > now.rawValue } ?? true } ?? false
            return try DeviceRow(row, newest: newest, location: isCurrent ? Location(row) : nil)
        }
    }

    func insert(_ device: DeviceID) throws(StorageError) -> Int64 {
        try connection.insert("INSERT INTO device (id) VALUES (\(device)) RETURNING number")
    }

    func setKey(_ key: StoredDeviceKey?, of number: Int64) throws(StorageError) {
        try connection.enqueue(
            "UPDATE device SET key_salt = \(key?.salt), key_hash = \(key?.hash) WHERE number = \(number)")
    }

    /// Outdates claims after a change of the key by its holder or by an operator.
    func outdateClaims(of number: Int64) throws(StorageError) {
        try connection.enqueue("UPDATE device SET key_generation = key_generation + 1 WHERE number = \(number)")
    }

    func setSlogan(_ slogan: String?, of number: Int64) throws(StorageError) {
        try connection.enqueue("UPDATE device SET slogan = \(slogan) WHERE number = \(number)")
    }

    func setHasAllowedList(_ hasAllowedList: Bool, of number: Int64) throws(StorageError) {
        try connection.enqueue("UPDATE device SET has_allowed_list = \(hasAllowedList) WHERE number = \(number)")
    }

    /// Returns the number of days that the owner keeps the history; nil for no limit.
    func historyDays(of number: Int64) throws(StorageError) -> Int? {
        try connection.value("SELECT history_days FROM device WHERE number = \(number)")
    }

    func setHistoryDays(_ days: Int?, of number: Int64) throws(StorageError) {
        try connection.enqueue("UPDATE device SET history_days = \(days) WHERE number = \(number)")
    }

    func holdsKeys() throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM device WHERE key_hash IS NOT NULL LIMIT 1")
    }

    /// Finds devices to delete, or with visits to delete, among up to `limit` devices after `number`.
    func forgettable(
        after number: Int64, limit: Int, visitorsBefore oldest: UnixTime
    ) throws(StorageError) -> (found: [Int64], last: Int64?) {
        var last: Int64?
        let found = try connection.all(
            """
            SELECT number, NOT EXISTS (SELECT 1 FROM location WHERE device = d.number) \
            AND (EXISTS (SELECT 1 FROM visit WHERE device = d.number AND at < \(oldest)) OR (\(DeviceTable.isBare) \
            AND NOT EXISTS (SELECT 1 FROM visit WHERE device = d.number))) AS is_forgettable \
            FROM device d WHERE number > \(number) ORDER BY number LIMIT \(limit)
            """
        ) { row throws(StorageError) -> Int64? in
            let device: Int64 = try row["number"]
            last = device
            return try row["is_forgettable"] ? device : nil
        }
        return (found, last)
    }

    /// The device has no settings, no claim and no share link.
    private static let isBare: SQL = """
        key_hash IS NULL AND slogan IS NULL AND has_allowed_list = 0 AND history_days IS NULL \
        AND NOT EXISTS (SELECT 1 FROM claim WHERE device = d.number) \
        AND NOT EXISTS (SELECT 1 FROM share_link WHERE device = d.number) \
        AND NOT EXISTS (SELECT 1 FROM circle_visit WHERE device = d.number) \
        AND NOT EXISTS (SELECT 1 FROM arrival_place WHERE device = d.number) \
        AND NOT EXISTS (SELECT 1 FROM reader_notice WHERE device = d.number)
        """

    /// Deletes the old visits of a device without a location, and then the device, if nothing else is stored about it.
    func forget(_ number: Int64, visitorsBefore oldest: UnixTime) throws(StorageError) {
        try connection.run(
            """
            DELETE FROM visit WHERE device = \(number) AND at < \(oldest) \
            AND NOT EXISTS (SELECT 1 FROM location WHERE device = \(number))
            """)
        try connection.run(
            """
            DELETE FROM device AS d WHERE number = \(number) AND \(DeviceTable.isBare) \
            AND NOT EXISTS (SELECT 1 FROM location WHERE device = d.number) \
            AND NOT EXISTS (SELECT 1 FROM visit WHERE device = d.number)
            """)
    }

    func erase(_ number: Int64, in counts: inout ErasedRowCounts) throws(StorageError) {
        counts.add(try connection.run("DELETE FROM location WHERE device = \(number)"), of: "location")
        counts.add(try connection.run("DELETE FROM visit WHERE device = \(number)"), of: "visit")
        counts.add(try connection.run("DELETE FROM allowed_device WHERE device = \(number)"), of: "allowed_device")
        // The next device with this id is another user's.
        if let reader = try id(of: number) {
            let entries = try AllowedDeviceTable(connection: connection).delete(reader: reader)
            counts.add(entries, of: "allowed_device")
        }
        counts.add(try connection.run("DELETE FROM tracker WHERE device = \(number)"), of: "tracker")
        counts.add(try connection.run("DELETE FROM claim WHERE device = \(number)"), of: "claim")
        try ShareLinkTable(connection: connection).erase("device = \(number)", in: &counts)
        counts.add(try ForwarderTable(connection: connection).delete("device = \(number)"), of: "forwarder")
        counts.add(try CircleTable(connection: connection).forgetVisits(device: number), of: "circle_visit")
        counts.add(try ArrivalTable(connection: connection).delete(device: number), of: "arrival_place")
        try ReaderNoticeTable(connection: connection).end(number)
        counts.add(try connection.run("DELETE FROM device WHERE number = \(number)"), of: "device")
    }

    func id(of number: Int64) throws(StorageError) -> DeviceID? {
        try connection.value("SELECT id FROM device WHERE number = \(number)")
    }

    /// Reads the device's setting for notices. The device may have been deleted since its number was read.
    /// - Returns: Whether the owner learns of new readers; nil for a deleted device.
    func tellsReaders(_ number: Int64, of device: DeviceID) throws(StorageError) -> Bool? {
        try connection.value("SELECT tells_readers FROM device WHERE number = \(number) AND id = \(device)")
    }
}

extension DeviceRow {
    fileprivate init(_ row: borrowing Row, newest: Newest?, location: Location?) throws(StorageError) {
        number = try row["number"]
        let hash: [UInt8]? = try row["key_hash"]
        if let hash { key = StoredDeviceKey(salt: try row["key_salt"], hash: hash) } else { key = nil }
        slogan = try row["slogan"]
        hasAllowedList = try row["has_allowed_list"]
        hasArrivals = try row["has_arrivals"]
        hasForwarders = try row["has_forwarders"]
        self.newest = newest
        self.location = location
    }
}

extension DeviceRow.Newest {
    fileprivate init?(_ row: borrowing Row) throws(StorageError) {
        guard let sequence: Int64 = try row["sequence"] else { return nil }
        self.init(sequence: sequence, expiresAt: try row["expires_at"])
    }
}
