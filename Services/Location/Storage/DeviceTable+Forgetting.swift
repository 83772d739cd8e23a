import Models
import Storage

extension DeviceTable {
    /// Finds devices to delete, or with visitors to delete, among up to `limit` devices after `number`.
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

    /// No settings and no claim.
    private static let isBare: SQL = """
        key_hash IS NULL AND slogan IS NULL AND has_allowed_list = 0 \
        AND NOT EXISTS (SELECT 1 FROM claim WHERE device = d.number)
        """

    /// Deletes old visitors, then the device too, if nothing else is stored about it.
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
        counts.add(try connection.run("DELETE FROM claim WHERE device = \(number)"), of: "claim")
        counts.add(try connection.run("DELETE FROM device WHERE number = \(number)"), of: "device")
    }

    func id(of number: Int64) throws(StorageError) -> DeviceID? {
        try connection.value("SELECT id FROM device WHERE number = \(number)")
    }

    /// The device may have been deleted in between.
    func isNumber(_ number: Int64, of device: DeviceID) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM device WHERE number = \(number) AND id = \(device)")
    }
}
