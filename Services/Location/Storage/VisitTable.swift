import Models
import Storage

struct VisitTable {
    let connection: Connection

    /// The rank of a visit. Versions without ranks leave NULL: then a proven visit counts as 3, above all visits
    /// without a proof, and any other visit as 0.
    private static let rank: SQL = "coalesce(rank, 3 * is_proven)"

    /// Adds a visitor as the newest of a device's list. The visit replaces the visitor's earlier visit; with
    /// `everyVisit` it replaces none, or, with `renewing` as well, the latest. It keeps the higher rank of both:
    /// otherwise a visitor could hide its own proven visit. The list has at most `cap` visits. A full list drops the
    /// earliest visit of the lowest rank (`PlaceRight.rank`), so visitors without a proof can push out at most one with
    /// proof.
    func record(
        _ visitor: DeviceID, rank: Int, device: Int64, at now: UnixTime, cap: Int, everyVisit: Bool,
        renewing: Bool = false
    ) throws(StorageError) {
        guard cap > 0 else { return }
        if everyVisit, !renewing {
            try makeRoom(device, cap)
            try insert(visitor, rank, device, now)
        } else if try !renewNewest(visitor, rank, device, now) {
            let earlier: [Int] =
                everyVisit
                ? try deleteLatest(visitor, device)
                : try connection.values(
                    """
                    DELETE FROM visit WHERE device = \(device) AND visitor = \(visitor) RETURNING \(VisitTable.rank)
                    """)
            if earlier.isEmpty { try makeRoom(device, cap) }
            try insert(visitor, max(rank, earlier.max() ?? 0), device, now)
        }
    }

    func newest(_ amount: Int, device: Int64) throws(StorageError) -> [GetVisitorHistory.Visit] {
        try connection.all(
            "SELECT visitor, at FROM visit WHERE device = \(device) ORDER BY sequence DESC LIMIT \(amount)"
        ) { row throws(StorageError) in
            try GetVisitorHistory.Visit(visitor: row["visitor"], time: row["at"])
        }
    }

    /// Returns the time of a visitor's last visit; nil if the list has no visit of the visitor.
    func latest(of visitor: DeviceID, device: Int64) throws(StorageError) -> UnixTime? {
        try connection.value(
            """
            SELECT at FROM visit WHERE device = \(device) AND visitor = \(visitor) ORDER BY sequence DESC LIMIT 1
            """)
    }

    func delete(_ device: Int64) throws(StorageError) -> Int {
        try connection.run("DELETE FROM visit WHERE device = \(device)")
    }

    /// Gives the newest visit a new time, the usual case of a reader that looks repeatedly. It keeps the higher rank.
    /// Returns false, and changes nothing, if the newest visit is another visitor's.
    private func renewNewest(
        _ visitor: DeviceID, _ rank: Int, _ device: Int64, _ now: UnixTime
    ) throws(StorageError) -> Bool {
        try connection.run(
            """
            UPDATE visit SET at = \(now), is_proven = CASE WHEN \(isProven(rank)) = 1 THEN 1 ELSE is_proven END, \
            rank = CASE WHEN \(VisitTable.rank) < \(rank) THEN \(rank) ELSE rank END \
            WHERE device = \(device) \
            AND sequence = (SELECT max(sequence) FROM visit WHERE device = \(device)) AND visitor = \(visitor)
            """) > 0
    }

    private func deleteLatest(_ visitor: DeviceID, _ device: Int64) throws(StorageError) -> [Int] {
        try connection.values(
            """
            DELETE FROM visit WHERE device = \(device) AND sequence = \
            (SELECT max(sequence) FROM visit WHERE device = \(device) AND visitor = \(visitor)) \
            RETURNING \(VisitTable.rank)
            """)
    }

    /// Deletes from a full list until one visit has room. The list is on one page of the database or a few; an index by
    /// visitor would be one more page to write for every visit.
    private func makeRoom(_ device: Int64, _ cap: Int) throws(StorageError) {
        try connection.enqueue(
            """
            DELETE FROM visit WHERE device = \(device) AND sequence IN \
            (SELECT sequence FROM visit WHERE device = \(device) ORDER BY \(VisitTable.rank), sequence \
            LIMIT (SELECT CASE WHEN count(*) > \(cap - 1) THEN count(*) - \(cap - 1) ELSE 0 END \
            FROM visit WHERE device = \(device)))
            """)
    }

    private func insert(_ visitor: DeviceID, _ rank: Int, _ device: Int64, _ now: UnixTime) throws(StorageError) {
        try connection.enqueue(
            """
            INSERT INTO visit (device, sequence, visitor, at, is_proven, rank) VALUES (\(device), \
            coalesce((SELECT max(sequence) FROM visit WHERE device = \(device)), 0) + 1, \(visitor), \(now), \
            \(isProven(rank)), \(rank))
            """)
    }

    /// The value of `is_proven`, for the export and for versions without ranks.
    private func isProven(_ rank: Int) -> Bool { rank >= PlaceRight(isSeen: false, proof: .key).rank }
}
