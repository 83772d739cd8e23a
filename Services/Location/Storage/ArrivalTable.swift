import Models
import Storage

struct ArrivalTable {
    let connection: Connection

    /// A place counts while its owner's claim to the device is valid. A watcher is valid while both share a circle.
    static let tables: SQL = """
        CREATE TABLE arrival_place (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            account TEXT NOT NULL,
            device INTEGER NOT NULL REFERENCES device (number) ON DELETE CASCADE,
            name TEXT NOT NULL,
            latitude REAL NOT NULL,
            longitude REAL NOT NULL,
            radius INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            is_inside INTEGER CHECK (is_inside IN (0, 1)),
            changing_since INTEGER
        ) STRICT;
        CREATE INDEX arrival_place_by_device ON arrival_place (device);
        CREATE INDEX arrival_place_by_account ON arrival_place (account);
        CREATE INDEX changing_arrival_place ON arrival_place (changing_since) WHERE changing_since IS NOT NULL;

        CREATE TABLE arrival_watcher (
            number INTEGER PRIMARY KEY,
            place INTEGER NOT NULL REFERENCES arrival_place (number) ON DELETE CASCADE,
            account TEXT NOT NULL,
            UNIQUE (place, account)
        ) STRICT;
        CREATE INDEX arrival_watcher_by_account ON arrival_watcher (account);

        -- What push has not taken yet.
        CREATE TABLE arrival_notice (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            -- Of the watcher.
            account TEXT NOT NULL,
            owner TEXT NOT NULL,
            person TEXT NOT NULL,
            place TEXT NOT NULL,
            is_arrival INTEGER NOT NULL CHECK (is_arrival IN (0, 1)),
            at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX arrival_notice_by_account ON arrival_notice (account);
        CREATE INDEX arrival_notice_by_owner ON arrival_notice (owner);
        """

    /// `changed_at` is when the last counted change began; NULL before the first.
    static let changeTimes: SQL = "ALTER TABLE arrival_place ADD COLUMN changed_at INTEGER;"

    /// The changes of the migration "refusals of arrivals".
    static let refusals: SQL = """
        -- The time of the latest judged fix, in milliseconds since 1970.
        ALTER TABLE arrival_place ADD COLUMN last_fix INTEGER;
        ALTER TABLE arrival_notice ADD COLUMN place_number INTEGER;
        -- A sent notice counts for an hour.
        ALTER TABLE arrival_notice ADD COLUMN is_sent INTEGER NOT NULL DEFAULT 0;

        -- Accounts that do not want to watch the places of an owner.
        CREATE TABLE arrival_refusal (
            number INTEGER PRIMARY KEY,
            account TEXT NOT NULL,
            owner TEXT NOT NULL,
            UNIQUE (account, owner)
        ) STRICT;
        CREATE INDEX arrival_refusal_by_owner ON arrival_refusal (owner);
        """

    /// When the last change counted, and when a notice was made, by the server's clock; NULL in rows of versions before.
    static let serverTimes: SQL = """
        ALTER TABLE arrival_place ADD COLUMN counted_at INTEGER;
        ALTER TABLE arrival_notice ADD COLUMN made_at INTEGER;
        """

    struct PlaceRow: Sendable {
        let number: Int64
        let account: AccountID
        let place: ArrivalPlace
        let changingSince: UnixTime?
        let changedAt: UnixTime?
        let countedAt: UnixTime?
        let lastFix: Int64?

        var state: ArrivalState {
            ArrivalState(isInside: place.isInside, changingSince: changingSince, lastFix: lastFix)
        }
    }

    private static let places: SQL = """
        SELECT p.number, p.id, p.account, p.name, p.latitude, p.longitude, p.radius, p.created_at, p.is_inside, \
        p.changing_since, p.changed_at, p.counted_at, p.last_fix, d.id AS device_id FROM arrival_place p \
        JOIN device d ON d.number = p.device JOIN claim c ON c.device = p.device AND c.account = p.account
        """
    /// The claim is valid, and its account is open. An owner also sees and deletes other places.
    private static let counts: SQL = "c.key_generation = d.key_generation AND c.is_closed = 0"
    private static let shareCircle: SQL = """
        EXISTS (SELECT 1 FROM circle_member o JOIN circle_member m ON m.circle = o.circle \
        WHERE o.account = p.account AND m.account = w.account)
        """

    /// Returns the places of an account, the latest first.
    func list(of account: AccountID) throws(StorageError) -> [PlaceRow] {
        try rows("p.account = \(account) ORDER BY p.number DESC")
    }

    func find(_ id: ArrivalPlaceID, of account: AccountID) throws(StorageError) -> PlaceRow? {
        try rows("p.id = \(id) AND p.account = \(account)").first
    }

    private func rows(_ condition: SQL) throws(StorageError) -> [PlaceRow] {
        try connection.all("\(ArrivalTable.places) WHERE \(condition)") {
            row throws(StorageError) -> PlaceRow? in
            guard let centre = Coordinate(latitude: try row["latitude"], longitude: try row["longitude"]) else {
                return nil
            }
            let place = try ArrivalPlace(
                id: row["id"], name: row["name"], device: row["device_id"], centre: centre, radius: row["radius"],
                watchers: [], createdAt: row["created_at"], isInside: row["is_inside"])
            return try PlaceRow(
                number: row["number"], account: row["account"], place: place, changingSince: row["changing_since"],
                changedAt: row["changed_at"], countedAt: row["counted_at"], lastFix: row["last_fix"])
        }
    }

    func count(of account: AccountID) throws(StorageError) -> Int {
        try connection.value("SELECT count(*) FROM arrival_place WHERE account = \(account)") ?? 0
    }

    func insert(_ id: ArrivalPlaceID, _ request: CreateArrivalPlace, device: Int64, at now: UnixTime)
        throws(StorageError) -> Int64
    {
        let number = try connection.insert(
            """
            INSERT INTO arrival_place (id, account, device, name, latitude, longitude, radius, created_at) \
            VALUES (\(id), \(request.account), \(device), \(request.name), \(request.centre.latitude), \
            \(request.centre.longitude), \(request.radius), \(now)) RETURNING number
            """)
        try connection.run("UPDATE device SET has_arrivals = 1 WHERE number = \(device)")
        return number
    }

    func rename(_ place: Int64, _ name: Personal<String>) throws(StorageError) {
        try connection.run("UPDATE arrival_place SET name = \(name) WHERE number = \(place)")
    }

    // MARK: Watchers

    func watchers(_ place: Int64) throws(StorageError) -> [AccountID] {
        try connection.values(
            """
            SELECT w.account FROM arrival_watcher w JOIN arrival_place p ON p.number = w.place \
            WHERE w.place = \(place) AND \(ArrivalTable.shareCircle) ORDER BY w.account
            """)
    }

    func setWatchers(_ watchers: [AccountID], of place: Int64) throws(StorageError) {
        try connection.run("DELETE FROM arrival_watcher WHERE place = \(place)")
        for watcher in watchers {
            try connection.run("INSERT INTO arrival_watcher (place, account) VALUES (\(place), \(watcher))")
        }
    }

    func isInCircle(_ account: AccountID, with owner: AccountID) throws(StorageError) -> Bool {
        try connection.exists(
            """
            SELECT 1 FROM circle_member o JOIN circle_member m ON m.circle = o.circle \
            WHERE o.account = \(owner) AND m.account = \(account) LIMIT 1
            """)
    }

    func watched(by account: AccountID) throws(StorageError) -> [WatchedPlace] {
        try connection.all(
            """
            SELECT p.id, p.name, p.account FROM arrival_watcher w JOIN arrival_place p ON p.number = w.place \
            JOIN device d ON d.number = p.device JOIN claim c ON c.device = p.device AND c.account = p.account \
            WHERE w.account = \(account) AND \(ArrivalTable.counts) AND \(ArrivalTable.shareCircle) ORDER BY p.number DESC
            """
        ) { row throws(StorageError) in
            try WatchedPlace(id: row["id"], name: row["name"], owner: row["account"])
        }
    }

    /// Ends the watching of a place, and records that the account refuses places of this owner. Returns false if the
    /// account did not watch the place.
    func stopWatching(_ id: ArrivalPlaceID, by account: AccountID) throws(StorageError) -> Bool {
        let isStopped =
            try connection.run(
                """
                DELETE FROM arrival_watcher WHERE account = \(account) \
                AND place IN (SELECT number FROM arrival_place WHERE id = \(id))
                """) > 0
        guard isStopped else { return false }
        try connection.run(
            """
            INSERT INTO arrival_refusal (account, owner) \
            SELECT \(account), account FROM arrival_place WHERE id = \(id) ON CONFLICT DO NOTHING
            """)
        return true
    }

    func refuses(_ account: AccountID, _ owner: AccountID) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM arrival_refusal WHERE account = \(account) AND owner = \(owner)")
    }

    /// Returns the owners whose places the account refuses.
    func refused(by account: AccountID) throws(StorageError) -> [AccountID] {
        try connection.values("SELECT owner FROM arrival_refusal WHERE account = \(account) ORDER BY owner")
    }

    /// Returns false if the account did not refuse the owner.
    func allow(_ owner: AccountID, by account: AccountID) throws(StorageError) -> Bool {
        try connection.run("DELETE FROM arrival_refusal WHERE account = \(account) AND owner = \(owner)") > 0
    }

    /// Deletes watchers who no longer share a circle with the owner. Call it after `account` has left a circle.
    func forgetStrangers(of account: String) throws(StorageError) {
        try connection.run(
            """
            DELETE FROM arrival_watcher AS w WHERE (w.account = \(account) \
            OR w.place IN (SELECT number FROM arrival_place WHERE account = \(account))) \
            AND NOT EXISTS (SELECT 1 FROM arrival_place p JOIN circle_member o ON o.account = p.account \
            JOIN circle_member m ON m.circle = o.circle WHERE p.number = w.place AND m.account = w.account)
            """)
    }

    // MARK: Reports

    /// Compares a report with the places of the device that count, and writes only changed states. Returns whether the
    /// device has any places: they count again when the account is open again, or its claim is valid again.
    func observe(_ location: Location, device: Int64, at now: UnixTime) throws(StorageError) -> Bool {
        let places = try rows("p.device = \(device) AND \(ArrivalTable.counts)")
        for row in places {
            let state = ArrivalRules.state(
                row.state, after: location, centre: row.place.centre, radius: row.place.radius, at: now)
            guard state != row.state else { continue }
            try connection.enqueue(
                """
                UPDATE arrival_place SET is_inside = \(state.isInside), changing_since = \(state.changingSince), \
                last_fix = \(state.lastFix) WHERE number = \(row.number) \
                AND coalesce(is_inside, 2) = \(row.state.code)
                """)
        }
        if !places.isEmpty { return true }
        return try connection.exists("SELECT 1 FROM arrival_place WHERE device = \(device) LIMIT 1")
    }

    /// Completes up to `limit` changes that have lasted long enough, at places without a very recent change. Adds a notice for each watcher, unless the owner
    /// has paused the consent in all circles that they share, or the watcher has had many notices about the owner.
    /// `ids` makes the ids of the notices.
    func settle(at now: UnixTime, limit: Int, ids: () throws -> NotificationID) throws -> Int {
        let begin = now.adding(seconds: -ArrivalRules.dwell)
        let latest = now.adding(seconds: -ArrivalRules.shortestStay)
        let due = try rows(
            """
            p.changing_since <= \(begin) AND coalesce(p.counted_at, 0) <= \(latest) AND \(ArrivalTable.counts) \
            ORDER BY p.changing_since LIMIT \(limit)
            """)
        for row in due {
            let isArrival = !(row.place.isInside ?? false)
            // Another process may have completed this change.
            let isOwn =
                try connection.run(
                    """
                    UPDATE arrival_place SET is_inside = \(isArrival), changing_since = NULL, \
                    changed_at = \(row.changingSince), counted_at = \(now) \
                    WHERE number = \(row.number) AND changing_since = \(row.changingSince)
                    """) > 0
            guard isOwn else { continue }
            try notify(row, isArrival, since: row.changingSince ?? now, now, ids)
        }
        return due.count
    }

    /// Counts a change that the owner's phone reports, as `settle` does, unless it is already counted, or the claim of
    /// the device does not count. Very soon after another change it waits for `settle`, unless the phone takes it back.
    func report(
        _ isInside: Bool, since time: UnixTime, at row: PlaceRow, _ now: UnixTime, ids: () throws -> NotificationID
    ) throws {
        guard let row = try rows("p.number = \(row.number) AND \(ArrivalTable.counts)").first else { return }
        if row.place.isInside == isInside {
            try connection.run(
                """
                UPDATE arrival_place SET changing_since = NULL WHERE number = \(row.number) \
                AND is_inside = \(isInside) AND changing_since < \(time) AND coalesce(last_fix, 0) <= \(time)
                """)
            return
        }
        guard ArrivalRules.counts(isInside, since: time, row.state, changedAt: row.changedAt, at: now) else { return }
        let isEarly = row.countedAt.map { now < $0.adding(seconds: ArrivalRules.shortestStay) } ?? false
        let counted: SQL = "is_inside = \(isInside), changing_since = NULL, changed_at = \(time), counted_at = \(now)"
        let change: SQL = isEarly ? "changing_since = \(min(time, now))" : counted
        let isOwn =
            try connection.run(
                """
                UPDATE arrival_place SET \(change) WHERE number = \(row.number) \
                AND coalesce(is_inside, 2) = \(row.state.code)
                """) > 0
        if isOwn, !isEarly { try notify(row, isInside, since: time, now, ids) }
    }

    /// Adds a notice for each watcher, unless the owner's consent is paused, or the watcher has had many notices about
    /// the owner.
    private func notify(
        _ row: PlaceRow, _ isArrival: Bool, since time: UnixTime, _ now: UnixTime, _ ids: () throws -> NotificationID
    ) throws {
        let earliest = now.adding(seconds: -ArrivalRules.noticeLife)
        for watcher in try watchers(row.number) {
            let count = try connection.value(
                """
                SELECT count(*) FROM arrival_notice WHERE owner = \(row.account) AND account = \(watcher) \
                AND coalesce(made_at, at) > \(earliest)
                """, as: Int.self)
            guard count ?? 0 < ArrivalRules.maximumNotices else { continue }
            let id = try ids()
            try connection.run(
                """
                INSERT INTO arrival_notice (id, account, owner, person, place, place_number, is_arrival, at, made_at) \
                SELECT \(id), \(watcher), \(row.account), o.name, \(row.place.name), \(row.number), \(isArrival), \
                \(time), \(now) FROM circle_member o JOIN circle_member m ON m.circle = o.circle \
                WHERE o.account = \(row.account) AND m.account = \(watcher) \
                AND (o.paused_until IS NULL OR o.paused_until <= \(now)) ORDER BY o.circle LIMIT 1
                """)
        }
    }

    /// Returns the notices that the push service has not taken, and that are still wanted: the watcher watches the
    /// place, and the owner's account is open and not paused.
    func notices(at now: UnixTime, limit: Int) throws(StorageError) -> [TellOfArrival] {
        try connection.all(
            """
            SELECT n.id, n.account, n.person, n.place, n.is_arrival, n.at FROM arrival_notice n \
            WHERE n.is_sent = 0 AND EXISTS (SELECT 1 FROM arrival_place p \
            JOIN device d ON d.number = p.device JOIN claim c ON c.device = p.device AND c.account = p.account \
            JOIN arrival_watcher w ON w.place = p.number AND w.account = n.account \
            JOIN circle_member o ON o.account = p.account \
            JOIN circle_member m ON m.circle = o.circle AND m.account = w.account \
            WHERE p.number = n.place_number AND \(ArrivalTable.counts) \
            AND (o.paused_until IS NULL OR o.paused_until <= \(now))) ORDER BY n.number LIMIT \(limit)
            """
        ) { row throws(StorageError) in
            try TellOfArrival(
                account: row["account"], id: row["id"], person: row["person"], place: row["place"],
                isArrival: row["is_arrival"], at: row["at"])
        }
    }

    func setSent(_ id: NotificationID) throws(StorageError) {
        try connection.run("UPDATE arrival_notice SET is_sent = 1 WHERE id = \(id)")
    }

    /// Deletes notices that are too old to be sent or to count.
    func forgetNotices(at now: UnixTime) throws(StorageError) {
        try connection.run(
            """
            DELETE FROM arrival_notice WHERE coalesce(made_at, at) <= \(now.adding(seconds: -ArrivalRules.noticeLife))
            """)
    }

    // MARK: Deleting

    func delete(_ place: Int64) throws(StorageError) { _ = try delete(where: "number = \(place)") }

    func delete(device: Int64) throws(StorageError) -> Int { try delete(where: "device = \(device)") }

    /// Deletes the places of the account's devices. Call it before the claims up to and including `moment` are deleted.
    func delete(claimedBy account: String, until moment: UnixTime) throws(StorageError) {
        _ = try delete(
            where: """
                account = \(account) AND device IN \
                (SELECT device FROM claim WHERE account = \(account) AND claimed_at <= \(moment))
                """)
    }

    /// Deletes the places that the account made by `moment`, its watching of others' places, and its waiting notices.
    func erase(
        _ account: String, madeBy moment: UnixTime? = nil, in counts: inout ErasedRowCounts
    ) throws(StorageError) {
        let moment = moment?.rawValue ?? .max
        counts.add(
            try delete(where: "account = \(account) AND created_at <= \(moment)"), of: "arrival_place")
        counts.add(
            try connection.run("DELETE FROM arrival_watcher WHERE account = \(account)"), of: "arrival_watcher")
        counts.add(
            try connection.run("DELETE FROM arrival_refusal WHERE account = \(account) OR owner = \(account)"),
            of: "arrival_refusal")
        counts.add(
            try connection.run("DELETE FROM arrival_notice WHERE account = \(account) OR owner = \(account)"),
            of: "arrival_notice")
    }

    private func delete(where condition: SQL) throws(StorageError) -> Int {
        try connection.run(
            "DELETE FROM arrival_watcher WHERE place IN (SELECT number FROM arrival_place WHERE \(condition))")
        return try connection.run("DELETE FROM arrival_place WHERE \(condition)")
    }
}
