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
        let row = try connection.prepare(VisitTable.newestVisits)
        try row.bind(1, device)
        try row.bind(2, amount)
        var visits: [GetVisitorHistory.Visit] = []
        while try row.step() {
            guard let visitor = DeviceID(row.text(0)) else { continue }
            visits.append(GetVisitorHistory.Visit(visitor: visitor, time: UnixTime(milliseconds: row.int64(1))))
        }
        return visits
    }

    private static let newestVisits =
        "SELECT visitor, at FROM visit WHERE device = ?1 ORDER BY sequence DESC LIMIT ?2"

    /// Deletes all of a device's visits and says how many it were.
    func delete(_ device: Int64) throws(StorageError) -> Int {
        let statement = try connection.prepare("DELETE FROM visit WHERE device = ?1")
        try statement.bind(1, device)
        return try statement.run()
    }

    /// The common case, a visitor that looks again and again: its entry stands in front already and only gets a new time.
    /// False when the newest entry is another's.
    private func renewNewest(_ visitor: DeviceID, _ device: Int64, _ now: UnixTime) throws(StorageError) -> Bool {
        let statement = try connection.prepare(VisitTable.renewal)
        try statement.bind(1, device)
        try statement.bind(2, visitor.text)
        try statement.bind(3, now.rawValue)
        return try statement.run() > 0
    }

    private static let renewal = """
        UPDATE visit SET at = ?3 WHERE device = ?1 \
        AND sequence = (SELECT max(sequence) FROM visit WHERE device = ?1) AND visitor = ?2
        """

    /// Takes away the visitor's earlier entry, or else the oldest one of a full list. Reads no more than the list, which
    /// lies together on one page or a few; an index by visitor would be one more page to write for every visit.
    private func makeRoom(for visitor: DeviceID, _ device: Int64, _ cap: Int) throws(StorageError) {
        let earlier = try connection.prepare("DELETE FROM visit WHERE device = ?1 AND visitor = ?2")
        try earlier.bind(1, device)
        try earlier.bind(2, visitor.text)
        if try earlier.run() > 0 { return }
        let oldest = try connection.prepare(VisitTable.deleteSurplus)
        try oldest.bind(1, device)
        try oldest.bind(2, cap - 1)
        try oldest.run()
    }

    private static let deleteSurplus = """
        DELETE FROM visit WHERE device = ?1 AND sequence <= \
        (SELECT sequence FROM visit WHERE device = ?1 ORDER BY sequence DESC LIMIT 1 OFFSET ?2)
        """

    /// Puts an entry in front.
    private func insert(_ visitor: DeviceID, _ device: Int64, _ now: UnixTime) throws(StorageError) {
        let statement = try connection.prepare(VisitTable.insertion)
        try statement.bind(1, device)
        try statement.bind(2, visitor.text)
        try statement.bind(3, now.rawValue)
        try statement.run()
    }

    private static let insertion = """
        INSERT INTO visit (device, sequence, visitor, at) \
        VALUES (?1, coalesce((SELECT max(sequence) FROM visit WHERE device = ?1), 0) + 1, ?2, ?3)
        """

    /// Cuts a list to its newest entries by their sequences, without counting them.
    private func cut(_ device: Int64, _ cap: Int) throws(StorageError) {
        let statement = try connection.prepare(VisitTable.cutting)
        try statement.bind(1, device)
        try statement.bind(2, cap)
        try statement.run()
    }

    private static let cutting = """
        DELETE FROM visit WHERE device = ?1 \
        AND sequence <= (SELECT max(sequence) FROM visit WHERE device = ?1) - ?2
        """
}
