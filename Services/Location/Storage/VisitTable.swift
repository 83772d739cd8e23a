// Rows of the table `visit`: who looked at a device, and when.

import Models
import Storage

/// The table `visit`.
struct VisitTable {
    let connection: Connection

    /// Puts a visitor in front of a device's list and cuts the list to `cap`.
    /// - Parameter everyVisit: whether each visit is an entry; otherwise the visitor's earlier one goes.
    func record(
        _ visitor: DeviceID, device: Int64, at now: UnixTime, cap: Int, everyVisit: Bool
    ) throws(StorageError) {
        guard cap > 0 else { return }
        if everyVisit {
            try insert(visitor, device, now)
            try cut(device, cap)
        } else if try !renewNewest(visitor, device, now) {
            try makeRoom(for: visitor, device, cap)
            try insert(visitor, device, now)
        }
    }

    /// A device's visits, newest first.
    func newest(_ amount: Int, device: Int64) throws(StorageError) -> [GetVisitorHistory.Visit] {
        try connection.all(
            "SELECT visitor, at FROM visit WHERE device = \(device) ORDER BY sequence DESC LIMIT \(amount)"
        ) { row throws(StorageError) in
            try GetVisitorHistory.Visit(visitor: row["visitor"], time: row["at"])
        }
    }

    /// Deletes all of a device's visits and says how many it were.
    func delete(_ device: Int64) throws(StorageError) -> Int {
        try connection.run("DELETE FROM visit WHERE device = \(device)")
    }

    /// The common case, a visitor that looks again and again: its entry stands in front already and only gets a new time.
    /// False when the newest entry is another's.
    private func renewNewest(_ visitor: DeviceID, _ device: Int64, _ now: UnixTime) throws(StorageError) -> Bool {
        try connection.run(
            """
            UPDATE visit SET at = \(now) WHERE device = \(device) \
            AND sequence = (SELECT max(sequence) FROM visit WHERE device = \(device)) AND visitor = \(visitor)
            """) > 0
    }

    /// Takes away the visitor's earlier entry, or else the oldest one of a full list. Reads no more than the list, which
    /// lies together on one page or a few; an index by visitor would be one more page to write for every visit.
    private func makeRoom(for visitor: DeviceID, _ device: Int64, _ cap: Int) throws(StorageError) {
        if try connection.run("DELETE FROM visit WHERE device = \(device) AND visitor = \(visitor)") > 0 { return }
        try connection.run(
            """
            DELETE FROM visit WHERE device = \(device) AND sequence <= \
            (SELECT sequence FROM visit WHERE device = \(device) ORDER BY sequence DESC LIMIT 1 OFFSET \(cap - 1))
            """)
    }

    /// Puts an entry in front.
    private func insert(_ visitor: DeviceID, _ device: Int64, _ now: UnixTime) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO visit (device, sequence, visitor, at) VALUES (\(device), \
            coalesce((SELECT max(sequence) FROM visit WHERE device = \(device)), 0) + 1, \(visitor), \(now))
            """)
    }

    /// Cuts a list to its newest entries by their sequences, without counting them.
    private func cut(_ device: Int64, _ cap: Int) throws(StorageError) {
        try connection.run(
            """
            DELETE FROM visit WHERE device = \(device) \
            AND sequence <= (SELECT max(sequence) FROM visit WHERE device = \(device)) - \(cap)
            """)
    }
}
