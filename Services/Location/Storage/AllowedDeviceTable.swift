import Models
import Storage

struct AllowedDeviceTable {
    let connection: Connection

    func find(_ reader: DeviceID, device: Int64) throws(StorageError) -> AllowedDevice? {
        try connection.first(
            """
            SELECT reader, reads_current, reads_history FROM allowed_device \
            WHERE device = \(device) AND reader = \(reader)
            """, AllowedDevice.init)
    }

    /// Returns a device's list in the order in which it was set.
    func list(device: Int64) throws(StorageError) -> [AllowedDevice] {
        try connection.all(
            """
            SELECT reader, reads_current, reads_history FROM allowed_device WHERE device = \(device) ORDER BY position
            """, AllowedDevice.init)
    }

    /// Removes a reader from all lists. A list that becomes empty then hides its device from all readers.
    @discardableResult
    func delete(reader: DeviceID) throws(StorageError) -> Int {
        try connection.run("DELETE FROM allowed_device WHERE reader = \(reader)")
    }

    /// Returns devices that show their location to a reader and are also in the reader's own list, in the order of that
    /// list. So a reader finds its friends even among very many other devices. `number` is the reader's device.
    func friends(letting reader: DeviceID, _ number: Int64, atMost limit: Int) throws(StorageError) -> [DeviceID] {
        try connection.values(
            """
            SELECT d.id FROM allowed_device own JOIN device d ON d.id = own.reader \
            JOIN allowed_device a ON a.device = d.number AND a.reader = \(reader) \
            WHERE own.device = \(number) AND a.reads_current = 1 AND d.has_allowed_list = 1 \
            ORDER BY own.position LIMIT \(limit)
            """)
    }

    func devices(letting reader: DeviceID, atMost limit: Int) throws(StorageError) -> [DeviceID] {
        try connection.values(
            """
            SELECT d.id FROM allowed_device a JOIN device d ON d.number = a.device \
            WHERE a.reader = \(reader) AND a.reads_current = 1 AND d.has_allowed_list = 1 \
            ORDER BY a.device LIMIT \(limit)
            """)
    }

    func replace(_ list: [AllowedDevice], device: Int64) throws(StorageError) {
        try connection.run("DELETE FROM allowed_device WHERE device = \(device)")
        for (position, allowed) in list.enumerated() {
            try connection.run(
                """
                INSERT INTO allowed_device (device, reader, position, reads_current, reads_history) \
                VALUES (\(device), \(allowed.device), \(position), \(allowed.readsCurrentLocation), \
                \(allowed.readsHistory))
                """)
        }
    }
}

extension AllowedDevice {
    fileprivate init(_ row: borrowing Row) throws(StorageError) {
        try self.init(
            device: row["reader"], readsCurrentLocation: row["reads_current"], readsHistory: row["reads_history"])
    }
}
