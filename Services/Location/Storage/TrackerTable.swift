import Models
import Storage

/// A tracker that its token has proven, with the current place of its device.
struct ProvenTracker {
    let settings: Tracker
    let number: Int64
    let slogan: String?
    /// Whether the account of the tracker is closed.
    let isSuspended: Bool
    /// Whether a share link of the device may end at a place of arrival.
    let hasArrivals: Bool
    /// Whether the device may have forwarders.
    let hasForwarders: Bool
    let current: Current?

    struct Current {
        let location: Location
        let sequence: Int64
        /// The time at which the place expires; nil for a place that is part of a history.
        let expiresAt: UnixTime?
        let fixedAt: UnixTime?
    }

    var reader: PlaceReader { .tracker(settings.device) }
}

struct TrackerTable {
    let connection: Connection

    /// `ON DELETE CASCADE` serves the version before, which does not know this table.
    static let table: SQL = """
        CREATE TABLE tracker (
            id TEXT PRIMARY KEY NOT NULL,
            device INTEGER NOT NULL REFERENCES device (number) ON DELETE CASCADE,
            account TEXT NOT NULL,
            -- SHA-256 of the token.
            token_hash BLOB NOT NULL UNIQUE,
            name TEXT NOT NULL,
            speed_unit TEXT NOT NULL,
            reads_friends INTEGER NOT NULL CHECK (reads_friends IN (0, 1)),
            keeps_history INTEGER NOT NULL CHECK (keeps_history IN (0, 1)),
            retention_minutes INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            last_used_at INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX tracker_by_device ON tracker (device);
        CREATE INDEX tracker_by_account ON tracker (account, created_at);
        """

    private static let settings: SQL = """
        t.id, t.name, t.speed_unit, t.reads_friends, t.keeps_history, t.retention_minutes, t.created_at, \
        t.last_used_at, d.id AS device_id
        """

    /// Finds a tracker by the hash of its token. A tracker is valid as long as its account's claim is.
    static func query(_ hash: [UInt8]) -> SQL {
        """
        SELECT \(settings), t.device, d.slogan, d.has_arrivals, d.has_forwarders, c.is_closed, l.sequence, \
        l.expires_at, l.fixed_at, \(Location.columns) \
        FROM tracker t JOIN device d ON d.number = t.device \
        JOIN claim c ON c.device = t.device AND c.account = t.account AND c.key_generation = d.key_generation \
        LEFT JOIN location l ON l.device = t.device \
        AND l.sequence = (SELECT max(sequence) FROM location WHERE device = t.device) \
        WHERE t.token_hash = \(hash)
        """
    }

    func proven(by hash: [UInt8]) throws(StorageError) -> ProvenTracker? {
        try connection.first(TrackerTable.query(hash)) { row throws(StorageError) in
            let sequence: Int64? = try row["sequence"]
            var current: ProvenTracker.Current?
            if let sequence {
                current = ProvenTracker.Current(
                    location: try Location(row), sequence: sequence, expiresAt: try row["expires_at"],
                    fixedAt: try row["fixed_at"])
            }
            return try ProvenTracker(
                settings: Tracker(row), number: row["device"], slogan: row["slogan"], isSuspended: row["is_closed"],
                hasArrivals: row["has_arrivals"], hasForwarders: row["has_forwarders"], current: current)
        }
    }

    /// Returns the trackers of an account, the latest first.
    func list(of account: AccountID) throws(StorageError) -> [Tracker] {
        try connection.all(
            """
            SELECT \(TrackerTable.settings) FROM tracker t JOIN device d ON d.number = t.device \
            WHERE t.account = \(account) ORDER BY t.created_at DESC, t.id
            """, Tracker.init)
    }

    func count(of account: AccountID) throws(StorageError) -> Int {
        try connection.value("SELECT count(*) FROM tracker WHERE account = \(account)") ?? 0
    }

    func find(_ id: TrackerID, of account: AccountID) throws(StorageError) -> Tracker? {
        try connection.first(
            """
            SELECT \(TrackerTable.settings) FROM tracker t JOIN device d ON d.number = t.device \
            WHERE t.id = \(id) AND t.account = \(account)
            """, Tracker.init)
    }

    func insert(_ tracker: Tracker, device: Int64, of account: AccountID, hash: [UInt8]) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO tracker (id, device, account, token_hash, name, speed_unit, reads_friends, keeps_history, \
            retention_minutes, created_at) VALUES (\(tracker.id), \(device), \(account), \(hash), \(tracker.name), \
            \(tracker.speedUnit), \(tracker.readsFriends), \(tracker.keepsHistory), \(tracker.retentionMinutes), \
            \(tracker.createdAt))
            """)
    }

    func update(_ tracker: Tracker) throws(StorageError) {
        try connection.run(
            """
            UPDATE tracker SET name = \(tracker.name), speed_unit = \(tracker.speedUnit), \
            reads_friends = \(tracker.readsFriends), keeps_history = \(tracker.keepsHistory), \
            retention_minutes = \(tracker.retentionMinutes) WHERE id = \(tracker.id)
            """)
    }

    func recordUse(of id: TrackerID, at hour: UnixTime) throws(StorageError) {
        try connection.enqueue("UPDATE tracker SET last_used_at = \(hour) WHERE id = \(id)")
    }

    func delete(_ id: TrackerID, of account: AccountID) throws(StorageError) -> Bool {
        try connection.run("DELETE FROM tracker WHERE id = \(id) AND account = \(account)") > 0
    }

    func delete(of account: String) throws(StorageError) -> Int {
        try connection.run("DELETE FROM tracker WHERE account = \(account)")
    }
}

extension Tracker {
    fileprivate init(_ row: borrowing Row) throws(StorageError) {
        try self.init(
            id: row["id"], device: row["device_id"], name: row["name"], speedUnit: row["speed_unit"],
            readsFriends: row["reads_friends"], keepsHistory: row["keeps_history"],
            retentionMinutes: row["retention_minutes"], createdAt: row["created_at"],
            lastUsedAt: row["last_used_at"])
    }

    /// Returns the hour in which the tracker is used; nil if recorded already. So most requests write nothing.
    func hourToRecord(at now: UnixTime) -> UnixTime? {
        let hour = UnixTime(milliseconds: now.rawValue - now.rawValue % 3_600_000)
        return lastUsedAt == hour ? nil : hour
    }
}
