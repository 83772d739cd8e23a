// How devices leave the table `device`.

import Models
import Storage

extension DeviceTable {
    /// Looks at up to `limit` devices behind `number`, and finds those that may be forgotten or have visitors that may.
    func forgettable(
        after number: Int64, limit: Int, visitorsBefore oldest: UnixTime
    ) throws(StorageError) -> (found: [Int64], last: Int64?) {
        let row = try connection.prepare(DeviceTable.forgettable)
        try row.bind(1, number)
        try row.bind(2, limit)
        try row.bind(3, oldest.rawValue)
        var found: [Int64] = []
        var last: Int64?
        while try row.step() {
            last = row.int64(0)
            if row.int64(1) != 0 { found.append(row.int64(0)) }
        }
        return (found, last)
    }

    private static let forgettable = """
        SELECT number, NOT EXISTS (SELECT 1 FROM location WHERE device = d.number) \
        AND (EXISTS (SELECT 1 FROM visit WHERE device = d.number AND at < ?3) OR (\(isBare) \
        AND NOT EXISTS (SELECT 1 FROM visit WHERE device = d.number))) \
        FROM device d WHERE number > ?1 ORDER BY number LIMIT ?2
        """

    /// Nothing was set for it, and nobody has claimed it.
    private static let isBare = """
        key_hash IS NULL AND slogan IS NULL AND has_allowed_list = 0 \
        AND NOT EXISTS (SELECT 1 FROM claim WHERE device = d.number)
        """

    /// Deletes the visitors from before `oldest` of a device that has no location, and the device when then nothing is kept
    /// of it.
    func forget(_ number: Int64, visitorsBefore oldest: UnixTime) throws(StorageError) {
        let visits = try connection.prepare(DeviceTable.deleteOldVisits)
        try visits.bind(1, number)
        try visits.bind(2, oldest.rawValue)
        try visits.run()
        let device = try connection.prepare(DeviceTable.deleteBare)
        try device.bind(1, number)
        try device.run()
    }

    private static let deleteOldVisits = """
        DELETE FROM visit WHERE device = ?1 AND at < ?2 AND NOT EXISTS (SELECT 1 FROM location WHERE device = ?1)
        """

    private static let deleteBare = """
        DELETE FROM device AS d WHERE number = ?1 AND \(isBare) \
        AND NOT EXISTS (SELECT 1 FROM location WHERE device = d.number) \
        AND NOT EXISTS (SELECT 1 FROM visit WHERE device = d.number)
        """

    /// Deletes a device with all that is kept of it.
    func erase(_ number: Int64) throws(StorageError) {
        for sql in DeviceTable.erasure {
            let statement = try connection.prepare(sql)
            try statement.bind(1, number)
            try statement.run()
        }
    }

    private static let erasure = [
        "DELETE FROM location WHERE device = ?1", "DELETE FROM visit WHERE device = ?1",
        "DELETE FROM allowed_device WHERE device = ?1", "DELETE FROM claim WHERE device = ?1",
        "DELETE FROM device WHERE number = ?1",
    ]

    /// Whether a number still is the one of a device, which may have been forgotten meanwhile.
    func isNumber(_ number: Int64, of device: DeviceID) throws(StorageError) -> Bool {
        let row = try connection.prepare("SELECT 1 FROM device WHERE number = ?1 AND id = ?2")
        try row.bind(1, number)
        try row.bind(2, device.text)
        return try row.step()
    }
}
