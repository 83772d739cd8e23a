// Rows of the table `allowed_device`: who may read a device.

import Models
import Storage

/// The table `allowed_device`.
struct AllowedDeviceTable {
    let connection: Connection

    /// What a device's list says of a reader; nil when it does not name it.
    func find(_ reader: DeviceID, device: Int64) throws(StorageError) -> AllowedDevice? {
        try connection.first(
            """
            SELECT reader, reads_current, reads_history FROM allowed_device \
            WHERE device = \(device) AND reader = \(reader)
            """, AllowedDevice.init)
    }

    /// A device's list in the order in which it was set.
    func list(device: Int64) throws(StorageError) -> [AllowedDevice] {
        try connection.all(
            """
            SELECT reader, reads_current, reads_history FROM allowed_device WHERE device = \(device) ORDER BY position
            """, AllowedDevice.init)
    }

    /// Takes a reader out of all lists; one that is empty then lets nobody see its device.
    func delete(reader: DeviceID) throws(StorageError) {
        try connection.run("DELETE FROM allowed_device WHERE reader = \(reader)")
    }

    /// The devices whose list lets a reader see where they are and which the reader's own list names, in its order. By these
    /// nobody is pushed out of sight, however many others let a reader see them.
    ///
    /// - Parameter number: the reader's own.
    func friends(letting reader: DeviceID, _ number: Int64, atMost limit: Int) throws(StorageError) -> [DeviceID] {
        try connection.values(
            """
            SELECT d.id FROM allowed_device own JOIN device d ON d.id = own.reader \
            JOIN allowed_device a ON a.device = d.number AND a.reader = \(reader) \
            WHERE own.device = \(number) AND a.reads_current = 1 AND d.has_allowed_list = 1 \
            ORDER BY own.position LIMIT \(limit)
            """)
    }

    /// The devices whose list lets a reader see where they are.
    func devices(letting reader: DeviceID, atMost limit: Int) throws(StorageError) -> [DeviceID] {
        try connection.values(
            """
            SELECT d.id FROM allowed_device a JOIN device d ON d.number = a.device \
            WHERE a.reader = \(reader) AND a.reads_current = 1 AND d.has_allowed_list = 1 \
            ORDER BY a.device LIMIT \(limit)
            """)
    }

    /// Replaces a device's list; each reader stands in it once.
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
