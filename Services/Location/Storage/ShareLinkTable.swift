import Models
import Storage

struct ShareLinkTable {
    let connection: Connection

    /// A link made by an account has the claim's key generation at that time, and a link made with the device's key has
    /// the hash of that key: another key or claim ends the link without a write. `ON DELETE CASCADE` serves the version
    /// before, which does not know these tables.
    static let tables: SQL = """
        -- Whether reports of the device may end a link, or be an arrival.
        ALTER TABLE device ADD COLUMN has_arrivals INTEGER NOT NULL DEFAULT 0;

        CREATE TABLE share_link (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            token_hash BLOB NOT NULL UNIQUE,
            device INTEGER NOT NULL REFERENCES device (number) ON DELETE CASCADE,
            account TEXT,
            key_generation INTEGER NOT NULL,
            key_hash BLOB,
            name TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            ends_at INTEGER NOT NULL,
            is_withdrawn INTEGER NOT NULL DEFAULT 0 CHECK (is_withdrawn IN (0, 1)),
            place_precision TEXT NOT NULL,
            arrival_latitude REAL,
            arrival_longitude REAL,
            arrival_radius INTEGER,
            inside_since INTEGER,
            password_salt BLOB,
            password_hash BLOB,
            maximum_viewers INTEGER,
            viewed_at INTEGER,
            CHECK ((account IS NULL) <> (key_hash IS NULL))
        ) STRICT;
        CREATE INDEX share_link_by_device ON share_link (device);
        CREATE INDEX share_link_by_account ON share_link (account) WHERE account IS NOT NULL;
        CREATE INDEX share_link_by_end ON share_link (ends_at);

        CREATE TABLE share_link_viewer (
            link INTEGER NOT NULL REFERENCES share_link (number) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            -- SHA-256 of the secret of the browser's cookie.
            cookie_hash BLOB NOT NULL,
            first_at INTEGER NOT NULL,
            last_at INTEGER NOT NULL,
            views INTEGER NOT NULL,
            -- When it showed the link's password.
            unlocked_at INTEGER,
            PRIMARY KEY (link, number)
        ) STRICT, WITHOUT ROWID;
        """

    private static let columns: SQL = """
        l.number, l.id, l.device AS device_number, d.id AS device_id, l.name, l.created_at, l.ends_at, l.is_withdrawn, \
        l.place_precision, l.arrival_latitude, l.arrival_longitude, l.arrival_radius, l.inside_since, l.password_salt, \
        l.password_hash, l.maximum_viewers, (EXISTS (SELECT 1 FROM device k \
        WHERE k.number = l.device AND l.account IS NULL AND k.key_hash = l.key_hash) \
        OR EXISTS (SELECT 1 FROM claim c WHERE c.device = l.device AND c.account = l.account \
        AND c.key_generation = l.key_generation AND d.key_generation = l.key_generation \
        AND c.claimed_at <= l.created_at)) AS has_right, EXISTS (SELECT 1 FROM claim c WHERE c.device = l.device \
        AND c.account = l.account AND c.is_closed = 1) AS is_suspended
        """
    private static let links: SQL = "share_link l JOIN device d ON d.number = l.device"

    func find(token: [UInt8]) throws(StorageError) -> ShareLinkRow? { try first("l.token_hash = \(token)") }

    func find(_ id: ShareLinkID) throws(StorageError) -> ShareLinkRow? { try first("l.id = \(id)") }

    private func first(_ condition: SQL) throws(StorageError) -> ShareLinkRow? {
        try connection.first(
            "SELECT \(ShareLinkTable.columns) FROM \(ShareLinkTable.links) WHERE \(condition)", ShareLinkRow.init)
    }

    /// Returns the links of a device whose makers still have the right to them, the latest first.
    func list(device: Int64) throws(StorageError) -> [ShareLinkRow] {
        try connection.all(
            """
            SELECT \(ShareLinkTable.columns) FROM \(ShareLinkTable.links) WHERE l.device = \(device) \
            ORDER BY l.number DESC
            """, ShareLinkRow.init
        ).filter(\.hasRight)
    }

    func insert(
        _ link: CreateShareLink, _ id: ShareLinkID, name: String, token: [UInt8], password: StoredDeviceKey?,
        device: Int64, at now: UnixTime
    ) throws(StorageError) {
        let (account, place) = (link.owner.account, link.arrival?.coordinate)
        try connection.run(
            """
            INSERT INTO share_link (id, token_hash, device, account, key_generation, key_hash, name, created_at, \
            ends_at, place_precision, arrival_latitude, arrival_longitude, arrival_radius, password_salt, \
            password_hash, maximum_viewers) SELECT \(id), \(token), d.number, \(account), d.key_generation, \
            CASE WHEN \(account) IS NULL THEN d.key_hash END, \(name), \(now), \(link.endsAt), \
            \(link.precision.rawValue), \(place?.latitude), \(place?.longitude), \(link.arrival?.radius), \
            \(password?.salt), \(password?.hash), \(link.maximumViewers) FROM device d WHERE d.number = \(device)
            """)
        if link.arrival != nil { try setHasArrivals(true, device: device) }
    }

    func change(_ change: ChangeShareLink, _ link: Int64) throws(StorageError) {
        try connection.enqueue(
            """
            UPDATE share_link SET name = coalesce(\(change.name), name), \
            ends_at = coalesce(\(change.endsAt), ends_at), \
            place_precision = coalesce(\(change.precision?.rawValue), place_precision) WHERE number = \(link)
            """)
    }

    func withdraw(_ link: Int64, at now: UnixTime) throws(StorageError) {
        try connection.enqueue("UPDATE share_link SET is_withdrawn = 1, ends_at = \(now) WHERE number = \(link)")
    }

    /// Compares the newest report with the device's places of arrival: of links, and of `ArrivalTable`. Writes only
    /// when the device comes to such a place or leaves it, or when it has no such place any more.
    func observe(_ location: Location, device: Int64, at now: UnixTime) throws(StorageError) {
        let links = try connection.all(
            """
            SELECT \(ShareLinkTable.columns) FROM \(ShareLinkTable.links) WHERE l.device = \(device) \
            AND l.arrival_radius IS NOT NULL AND l.ends_at > \(now)
            """, ShareLinkRow.init
        ).filter { $0.isOpen(at: now) }
        let isWatched = try ArrivalTable(connection: connection).observe(location, device: device, at: now)
        if links.isEmpty, !isWatched { try setHasArrivals(false, device: device) }
        for link in links {
            let since = link.nextInsideSince(after: location, at: now)
            guard since != link.insideSince else { continue }
            try connection.enqueue("UPDATE share_link SET inside_since = \(since) WHERE number = \(link.number)")
        }
    }

    private func setHasArrivals(_ hasArrivals: Bool, device: Int64) throws(StorageError) {
        try connection.enqueue("UPDATE device SET has_arrivals = \(hasArrivals) WHERE number = \(device)")
    }

    // MARK: Viewers

    func viewers(_ link: Int64) throws(StorageError) -> [ShareLinkViewer] {
        try connection.all(
            """
            SELECT number, first_at, last_at, views FROM share_link_viewer WHERE link = \(link) ORDER BY number
            """
        ) { row throws(StorageError) in
            try ShareLinkViewer(
                number: row["number"], firstAt: row["first_at"], lastAt: row["last_at"], views: row["views"])
        }
    }

    func findViewer(_ cookie: [UInt8], _ link: Int64) throws(StorageError) -> KnownViewer? {
        try connection.first(
            """
            SELECT number, unlocked_at, last_at FROM share_link_viewer \
            WHERE link = \(link) AND cookie_hash = \(cookie)
            """
        ) { row throws(StorageError) in
            try KnownViewer(number: row["number"], unlockedAt: row["unlocked_at"], lastAt: row["last_at"])
        }
    }

    func hasViewer(_ number: Int, _ link: Int64) throws(StorageError) -> Bool {
        try connection.value(
            "SELECT EXISTS (SELECT 1 FROM share_link_viewer WHERE link = \(link) AND number = \(number))") ?? false
    }

    func nextViewer(_ link: Int64) throws(StorageError) -> Int {
        try connection.value(
            "SELECT coalesce(max(number), 0) + 1 FROM share_link_viewer WHERE link = \(link)") ?? 1
    }

    func forgetLongestSilentViewer(_ link: Int64) throws(StorageError) {
        try connection.enqueue(
            """
            DELETE FROM share_link_viewer WHERE link = \(link) AND number = (SELECT number FROM share_link_viewer \
            WHERE link = \(link) ORDER BY last_at, number LIMIT 1)
            """)
    }

    func countViewers(_ link: Int64) throws(StorageError) -> Int {
        try connection.value("SELECT count(*) FROM share_link_viewer WHERE link = \(link)") ?? 0
    }

    /// Adds a viewer. `unlockedAt` is when its browser has shown the password; nil if the link has none.
    func insertViewer(
        _ number: Int, _ cookie: [UInt8], _ link: Int64, unlockedAt: UnixTime?, at now: UnixTime
    ) throws(StorageError) {
        try connection.enqueue(
            """
            INSERT INTO share_link_viewer (link, number, cookie_hash, first_at, last_at, views, unlocked_at) \
            VALUES (\(link), \(number), \(cookie), \(now), \(now), 0, \(unlockedAt))
            """)
    }

    /// Records a look. `unlockedAt` is when the browser has shown the password; nil keeps the earlier time.
    func recordView(
        _ number: Int, _ link: Int64, isNew: Bool, unlockedAt: UnixTime? = nil, at now: UnixTime
    ) throws(StorageError) {
        try connection.enqueue(
            """
            UPDATE share_link_viewer SET last_at = \(now), views = views + \(isNew ? 1 : 0), \
            unlocked_at = coalesce(\(unlockedAt), unlocked_at) WHERE link = \(link) AND number = \(number)
            """)
        try connection.enqueue("UPDATE share_link SET viewed_at = \(now) WHERE number = \(link)")
    }

    /// Returns the last view of each link, the latest first, for the device's visitor list.
    func views(device: Int64, atMost limit: Int) throws(StorageError) -> [GetVisitorHistory.NamedVisit] {
        try connection.all(
            """
            SELECT name, viewed_at FROM share_link WHERE device = \(device) AND viewed_at IS NOT NULL \
            ORDER BY viewed_at DESC, number DESC LIMIT \(limit)
            """
        ) { row throws(StorageError) in
            try GetVisitorHistory.NamedVisit(name: row["name"], time: row["viewed_at"])
        }
    }

    /// Removes the views from the visitor list; returns how many links were in it.
    func forgetViews(device: Int64) throws(StorageError) -> Int {
        try connection.run(
            "UPDATE share_link SET viewed_at = NULL WHERE device = \(device) AND viewed_at IS NOT NULL")
    }

    // MARK: Deleting

    func erase(_ condition: SQL, in counts: inout ErasedRowCounts) throws(StorageError) {
        counts.add(
            try connection.run(
                "DELETE FROM share_link_viewer WHERE link IN (SELECT number FROM share_link WHERE \(condition))"),
            of: "share_link_viewer")
        counts.add(try connection.run("DELETE FROM share_link WHERE \(condition)"), of: "share_link")
    }

    /// Deletes up to `limit` links that ended before `oldest`, with their viewers.
    func forget(before oldest: UnixTime, limit: Int) throws(StorageError) {
        var counts = ErasedRowCounts()
        try erase(
            """
            number IN (SELECT number FROM share_link WHERE ends_at < \(oldest) ORDER BY ends_at LIMIT \(limit))
            """, in: &counts)
    }

    /// Deletes ended links of a device that are not among its latest `count` links.
    func prune(device: Int64, keeping count: Int, at now: UnixTime) throws(StorageError) {
        var counts = ErasedRowCounts()
        try erase(
            """
            device = \(device) AND ends_at <= \(now) AND number NOT IN \
            (SELECT number FROM share_link WHERE device = \(device) ORDER BY number DESC LIMIT \(count))
            """, in: &counts)
    }
}

extension ShareLinkRow {
    fileprivate init(_ row: borrowing Row) throws(StorageError) {
        number = try row["number"]
        id = try row["id"]
        device = try row["device_id"]
        deviceNumber = try row["device_number"]
        name = try row["name"]
        createdAt = try row["created_at"]
        latestEnd = try row["ends_at"]
        isWithdrawn = try row["is_withdrawn"]
        hasRight = try row["has_right"]
        isSuspended = try row["is_suspended"]
        precision = try row["place_precision"]
        if let latitude: Double = try row["arrival_latitude"], let longitude: Double = try row["arrival_longitude"],
            let radius: Int = try row["arrival_radius"],
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        {
            arrival = ShareLinkArrival(coordinate: coordinate, radius: radius)
        }
        insideSince = try row["inside_since"]
        let hash: [UInt8]? = try row["password_hash"]
        if let hash { password = StoredDeviceKey(salt: try row["password_salt"], hash: hash) }
        maximumViewers = try row["maximum_viewers"]
    }
}
