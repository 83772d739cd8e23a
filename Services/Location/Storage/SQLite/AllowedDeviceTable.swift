// Rows of the table `allowed_device`: who may read a device.

import Models
import Storage

/// The table `allowed_device`.
struct AllowedDeviceTable {
    let connection: Connection

    /// What a device's list says of a reader; nil when it does not name it.
    func find(_ reader: DeviceID, device: Int64) throws(StorageError) -> AllowedDevice? {
        let row = try connection.prepare(AllowedDeviceTable.entry)
        try row.bind(1, device)
        try row.bind(2, reader.text)
        guard try row.step() else { return nil }
        return AllowedDevice(
            device: reader, readsCurrentLocation: row.int64(0) != 0, readsHistory: row.int64(1) != 0)
    }

    private static let entry =
        "SELECT reads_current, reads_history FROM allowed_device WHERE device = ?1 AND reader = ?2"

    /// A device's list in the order in which it was set.
    func list(device: Int64) throws(StorageError) -> [AllowedDevice] {
        let row = try connection.prepare(AllowedDeviceTable.entries)
        try row.bind(1, device)
        var list: [AllowedDevice] = []
        while try row.step() {
            guard let reader = DeviceID(row.text(0)) else { continue }
            list.append(
                AllowedDevice(
                    device: reader, readsCurrentLocation: row.int64(1) != 0, readsHistory: row.int64(2) != 0))
        }
        return list
    }

    private static let entries = """
        SELECT reader, reads_current, reads_history FROM allowed_device WHERE device = ?1 ORDER BY position
        """

    /// Replaces a device's list; each reader stands in it once.
    func replace(_ list: [AllowedDevice], device: Int64) throws(StorageError) {
        let deletion = try connection.prepare("DELETE FROM allowed_device WHERE device = ?1")
        try deletion.bind(1, device)
        try deletion.run()
        for (position, allowed) in list.enumerated() {
            let statement = try connection.prepare(AllowedDeviceTable.insertion)
            try statement.bind(1, device)
            try statement.bind(2, allowed.device.text)
            try statement.bind(3, position)
            try statement.bind(4, allowed.readsCurrentLocation ? 1 : 0)
            try statement.bind(5, allowed.readsHistory ? 1 : 0)
            try statement.run()
        }
    }

    private static let insertion = """
        INSERT INTO allowed_device (device, reader, position, reads_current, reads_history) \
        VALUES (?1, ?2, ?3, ?4, ?5)
        """
}
