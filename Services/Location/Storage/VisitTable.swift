// Rows of the table `visit`: who looked at a device, and when.

import Models
import Storage

/// The table `visit`.
struct VisitTable {
    let connection: Connection

    /// Puts a visitor in front of a device's list and cuts the list to `cap`: of a full one the earliest visit goes of
    /// those who did not prove who they are, and of the others only where there are none. So made-up ids push nobody
    /// out who did, but the earliest of a list that holds nobody else: the newest visit always stands, whosever it is.
    ///
    /// - Parameters:
    ///   - isProven: whether the visitor proved who it is. Who did once counts so from then on, or a visitor could take
    ///     the place of its own proof and be pushed out then.
    ///   - everyVisit: whether each visit is an entry; otherwise the visitor's earlier one goes.
    func record(
        _ visitor: DeviceID, isProven: Bool, device: Int64, at now: UnixTime, cap: Int, everyVisit: Bool
    ) throws(StorageError) {
        guard cap > 0 else { return }
        if everyVisit {
            try makeRoom(device, cap)
            try insert(visitor, isProven, device, now)
        } else if try !renewNewest(visitor, isProven, device, now) {
            let earlier: [Bool] = try connection.values(
                "DELETE FROM visit WHERE device = \(device) AND visitor = \(visitor) RETURNING is_proven")
            if earlier.isEmpty { try makeRoom(device, cap) }
            try insert(visitor, isProven || earlier.contains(true), device, now)
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

    /// The common case, a visitor that looks again and again: its entry stands in front already and only gets a new
    /// time. False when the newest entry is another's.
    private func renewNewest(
        _ visitor: DeviceID, _ isProven: Bool, _ device: Int64, _ now: UnixTime
    ) throws(StorageError) -> Bool {
        try connection.run(
            """
            UPDATE visit SET at = \(now), is_proven = CASE WHEN \(isProven) = 1 THEN 1 ELSE is_proven END \
            WHERE device = \(device) \
            AND sequence = (SELECT max(sequence) FROM visit WHERE device = \(device)) AND visitor = \(visitor)
            """) > 0
    }

    /// Leaves room for one more entry in a full list. Reads no more than the list, which lies together on one page or a
    /// few; an index by visitor would be one more page to write for every visit.
    private func makeRoom(_ device: Int64, _ cap: Int) throws(StorageError) {
        try connection.enqueue(
            """
            DELETE FROM visit WHERE device = \(device) AND sequence IN \
            (SELECT sequence FROM visit WHERE device = \(device) ORDER BY is_proven, sequence \
            LIMIT (SELECT CASE WHEN count(*) > \(cap - 1) THEN count(*) - \(cap - 1) ELSE 0 END \
            FROM visit WHERE device = \(device)))
            """)
    }

    /// Puts an entry in front.
    private func insert(
        _ visitor: DeviceID, _ isProven: Bool, _ device: Int64, _ now: UnixTime
    ) throws(StorageError) {
        try connection.enqueue(
            """
            INSERT INTO visit (device, sequence, visitor, at, is_proven) VALUES (\(device), \
            coalesce((SELECT max(sequence) FROM visit WHERE device = \(device)), 0) + 1, \(visitor), \(now), \
            \(isProven))
            """)
    }
}
