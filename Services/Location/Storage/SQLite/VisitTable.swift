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
        let newest = try newest(device)
        if everyVisit {
            let sequence = (newest?.sequence ?? 0) + 1
            try insert(visitor, device, sequence, now)
            if sequence > cap { try delete(device, through: sequence - Int64(cap)) }
        } else if let newest, newest.visitor == visitor {
            try renew(device, newest.sequence, now)
        } else if let newest {
            try makeRoom(for: visitor, device, cap)
            try insert(visitor, device, newest.sequence + 1, now)
        } else {
            try insert(visitor, device, 1, now)
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

    /// Deletes a device's visits up to and with `sequence`, all of them without one, and says how many it were.
    @discardableResult
    func delete(_ device: Int64, through sequence: Int64 = .max) throws(StorageError) -> Int {
        let statement = try connection.prepare("DELETE FROM visit WHERE device = ?1 AND sequence <= ?2")
        try statement.bind(1, device)
        try statement.bind(2, sequence)
        return try statement.run()
    }

    private func newest(_ device: Int64) throws(StorageError) -> (sequence: Int64, visitor: DeviceID?)? {
        let row = try connection.prepare(VisitTable.newestVisit)
        try row.bind(1, device)
        guard try row.step() else { return nil }
        return (row.int64(0), DeviceID(row.text(1)))
    }

    private static let newestVisit =
        "SELECT sequence, visitor FROM visit WHERE device = ?1 ORDER BY sequence DESC LIMIT 1"

    private func renew(_ device: Int64, _ sequence: Int64, _ now: UnixTime) throws(StorageError) {
        let statement = try connection.prepare("UPDATE visit SET at = ?3 WHERE device = ?1 AND sequence = ?2")
        try statement.bind(1, device)
        try statement.bind(2, sequence)
        try statement.bind(3, now.rawValue)
        try statement.run()
    }

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

    private func insert(
        _ visitor: DeviceID, _ device: Int64, _ sequence: Int64, _ now: UnixTime
    ) throws(StorageError) {
        let statement = try connection.prepare(VisitTable.insertVisit)
        try statement.bind(1, device)
        try statement.bind(2, sequence)
        try statement.bind(3, visitor.text)
        try statement.bind(4, now.rawValue)
        try statement.run()
    }

    private static let insertVisit = "INSERT INTO visit (device, sequence, visitor, at) VALUES (?1, ?2, ?3, ?4)"
}
