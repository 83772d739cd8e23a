import Models
import Storage

struct CircleTable {
    let connection: Connection

    /// The member with the lowest `sequence` has the creator's rights. So they pass on without a write.
    static let tables: SQL = """
        CREATE TABLE circle (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            changed_at INTEGER NOT NULL,
            -- The document of an app that keeps families as documents.
            document TEXT
        ) STRICT;

        CREATE TABLE circle_member (
            circle INTEGER NOT NULL REFERENCES circle (number),
            account TEXT NOT NULL,
            account_number INTEGER,
            is_confirmed INTEGER NOT NULL DEFAULT 1 CHECK (is_confirmed IN (0, 1)),
            sequence INTEGER NOT NULL,
            name TEXT NOT NULL,
            joined_at INTEGER NOT NULL,
            place_precision TEXT,
            history_precision TEXT,
            -- Older points are not seen.
            history_since INTEGER NOT NULL,
            shows_battery INTEGER NOT NULL DEFAULT 0 CHECK (shows_battery IN (0, 1)),
            paused_until INTEGER,
            answers_questions INTEGER NOT NULL DEFAULT 0 CHECK (answers_questions IN (0, 1)),
            PRIMARY KEY (circle, account)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX circle_member_by_account ON circle_member (account);
        CREATE INDEX doubted_circle_member ON circle_member (account) WHERE is_confirmed = 0;

        CREATE TABLE circle_invitation (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            circle INTEGER NOT NULL REFERENCES circle (number),
            -- HMAC-SHA-256.
            code_hash BLOB NOT NULL UNIQUE,
            -- Only of a family, whose members see it: encrypted.
            code BLOB,
            created_at INTEGER NOT NULL,
            ends_at INTEGER NOT NULL,
            maximum_uses INTEGER NOT NULL,
            uses INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX circle_invitation_by_circle ON circle_invitation (circle);
        CREATE INDEX circle_invitation_by_end ON circle_invitation (ends_at);

        -- Accounts that have shown the code of a family, and may join it.
        CREATE TABLE circle_pass (
            invitation INTEGER NOT NULL REFERENCES circle_invitation (number),
            account TEXT NOT NULL,
            ends_at INTEGER NOT NULL,
            PRIMARY KEY (invitation, account)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX circle_pass_by_account ON circle_pass (account);

        -- The last look of each member at a device. It counts while the owner's claim does.
        CREATE TABLE circle_visit (
            device INTEGER NOT NULL REFERENCES device (number) ON DELETE CASCADE,
            visitor TEXT NOT NULL,
            owner TEXT NOT NULL,
            name TEXT NOT NULL,
            at INTEGER NOT NULL,
            -- When the member last asked for the place.
            asked_at INTEGER,
            PRIMARY KEY (device, visitor)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX circle_visit_by_visitor ON circle_visit (visitor);
        CREATE INDEX circle_visit_by_time ON circle_visit (at);
        """

    /// The column and the index of the migration "places after pauses".
    static let placeSince: SQL = """
        -- The end of the member's last pause: older places are not shown as present.
        ALTER TABLE circle_member ADD COLUMN place_since INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX circle_visit_by_owner ON circle_visit (owner);
        """

    private static let circles: SQL = """
        SELECT c.number, c.id, c.name, c.created_at, c.changed_at, c.document, m.name AS member_name, m.place_precision, \
        m.history_precision, m.history_since, m.place_since, m.shows_battery, m.paused_until, m.answers_questions, \
        NOT EXISTS (SELECT 1 FROM circle_member e WHERE e.circle = c.number AND e.sequence < m.sequence) AS is_creator \
        FROM circle_member m JOIN circle c ON c.number = m.circle
        """

    /// Returns the circle; nil unless the account is a member.
    func find(_ circle: CircleID, of account: AccountID) throws(StorageError) -> CircleRow? {
        try connection.first(
            "\(CircleTable.circles) WHERE c.id = \(circle) AND m.account = \(account)", CircleRow.init)
    }

    func find(_ circle: Int64, of account: AccountID) throws(StorageError) -> CircleRow? {
        try connection.first(
            "\(CircleTable.circles) WHERE c.number = \(circle) AND m.account = \(account)", CircleRow.init)
    }

    func list(of account: AccountID) throws(StorageError) -> [CircleRow] {
        try connection.all(
            "\(CircleTable.circles) WHERE m.account = \(account) ORDER BY m.joined_at DESC, c.number DESC",
            CircleRow.init)
    }

    func count(of account: AccountID) throws(StorageError) -> Int {
        try connection.value("SELECT count(*) FROM circle_member WHERE account = \(account)") ?? 0
    }

    func insert(
        _ id: CircleID, name: Personal<String>, document: Personal<String>? = nil, at now: UnixTime
    ) throws(StorageError) -> Int64 {
        try connection.insert(
            """
            INSERT INTO circle (id, name, created_at, changed_at, document) \
            VALUES (\(id), \(name), \(now), \(now), \(document)) RETURNING number
            """)
    }

    func change(
        _ circle: Int64, name: Personal<String>?, document: Personal<String>? = nil, at now: UnixTime
    ) throws(StorageError) {
        try connection.enqueue(
            """
            UPDATE circle SET name = coalesce(\(name), name), document = coalesce(\(document), document), \
            changed_at = \(now) WHERE number = \(circle)
            """)
    }

    // MARK: Members

    func members(_ circle: Int64) throws(StorageError) -> [CircleMember] {
        try connection.all(
            "SELECT account, name, joined_at FROM circle_member WHERE circle = \(circle) ORDER BY sequence"
        ) { row throws(StorageError) in
            try CircleMember(account: row["account"], name: row["name"], joinedAt: row["joined_at"])
        }
    }

    func countMembers(_ circle: Int64) throws(StorageError) -> Int {
        try connection.value("SELECT count(*) FROM circle_member WHERE circle = \(circle)") ?? 0
    }

    func insertMember(
        _ account: AccountID, name: Personal<String>, _ circle: Int64, at now: UnixTime
    ) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO circle_member (circle, account, sequence, name, joined_at, history_since) \
            SELECT \(circle), \(account), coalesce(max(sequence), 0) + 1, \(name), \(now), \(now) \
            FROM circle_member WHERE circle = \(circle)
            """)
    }

    /// Whether another member of the circle has a name that looks the same.
    func isTaken(_ name: Personal<String>, besides account: AccountID, _ circle: Int64) throws(StorageError) -> Bool {
        let folded = CircleRules.folded(name)
        return try members(circle).contains { $0.account != account && CircleRules.folded($0.name) == folded }
    }

    func rename(_ account: AccountID, _ name: Personal<String>, _ circle: Int64) throws(StorageError) {
        try connection.enqueue(
            "UPDATE circle_member SET name = \(name) WHERE circle = \(circle) AND account = \(account)")
    }

    func setConsent(
        _ consent: CircleConsent, historySince: UnixTime, placeSince: UnixTime, of account: AccountID, _ circle: Int64
    ) throws(StorageError) {
        try connection.enqueue(
            """
            UPDATE circle_member SET place_precision = \(consent.place?.rawValue), \
            history_precision = \(consent.history?.rawValue), history_since = \(historySince), \
            place_since = \(placeSince), shows_battery = \(consent.showsBattery), paused_until = \(consent.pausedUntil), \
            answers_questions = \(consent.answersQuestions) WHERE circle = \(circle) AND account = \(account)
            """)
    }

    /// Removes a member, and ends all invitations, whose codes the member may know. Deletes a circle that has no members
    /// left.
    func deleteMember(_ account: String, _ circle: Int64) throws(StorageError) {
        try CircleInvitationTable(connection: connection).deleteAll(of: circle)
        try connection.run("DELETE FROM circle_member WHERE circle = \(circle) AND account = \(account)")
        try ArrivalTable(connection: connection).forgetStrangers(of: account)
        guard try countMembers(circle) == 0 else { return }
        try connection.run("DELETE FROM circle WHERE number = \(circle)")
    }

    /// Removes an account from the circles that it joined by `moment`. Deletes all its passes, and its visits and
    /// places up to `moment`. With `former`, others keep the visits of the erased account under this id, without its
    /// name.
    func leaveAll(
        _ account: String, joinedBy moment: UnixTime? = nil, as former: String? = nil,
        in counts: inout ErasedRowCounts
    ) throws(StorageError) {
        let moment = moment?.rawValue ?? .max
        let circles: [Int64] = try connection.values(
            "SELECT circle FROM circle_member WHERE account = \(account) AND joined_at <= \(moment)")
        for circle in circles { try deleteMember(account, circle) }
        counts.add(circles.count, of: "circle_member")
        // All passes are deleted, also passes of a new owner of the account: they are valid for an hour only.
        counts.add(try connection.run("DELETE FROM circle_pass WHERE account = \(account)"), of: "circle_pass")
        if let former { try renameVisitor(account, former) }
        counts.add(
            try connection.run("DELETE FROM circle_visit WHERE visitor = \(account) AND at <= \(moment)"),
            of: "circle_visit")
        try ArrivalTable(connection: connection).erase(
            account, madeBy: UnixTime(milliseconds: moment), in: &counts)
    }

    private func renameVisitor(_ account: String, _ former: String) throws(StorageError) {
        // An earlier account with the same id may have left rows.
        try connection.run("DELETE FROM circle_visit WHERE visitor = \(former)")
        try connection.run(
            """
            UPDATE circle_visit SET visitor = \(former), name = \(CircleRules.formerMember) WHERE visitor = \(account)
            """)
    }

    // MARK: What members see

    /// The most rows or devices that one query returns.
    private static let maximumShares = 4096

    /// Returns the consents that other members of the account's circles give it, for each device with a valid claim.
    /// The latest device of each member comes first, so that no member pushes out the devices of the others. Devices
    /// of a closed account are hidden.
    func shares(to account: AccountID) throws(StorageError) -> [CircleShareRow] {
        try connection.all(
            """
            SELECT d.id, o.account, c.claimed_at, r.name AS reader_name, o.place_precision, o.history_precision, \
            o.history_since, o.place_since, o.shows_battery, o.paused_until, o.answers_questions FROM circle_member r \
            JOIN circle_member o ON o.circle = r.circle AND o.account <> r.account \
            JOIN claim c ON c.account = o.account AND c.is_closed = 0 \
            JOIN device d ON d.number = c.device AND d.key_generation = c.key_generation \
            WHERE r.account = \(account) AND (o.place_precision IS NOT NULL OR o.history_precision IS NOT NULL) \
            ORDER BY row_number() OVER (PARTITION BY r.circle, o.account ORDER BY c.claimed_at DESC, c.device DESC), \
            r.circle, o.sequence LIMIT \(CircleTable.maximumShares)
            """
        ) { row throws(StorageError) in
            try CircleShareRow(
                device: row["id"], owner: row["account"], claimedAt: row["claimed_at"], readerName: row["reader_name"],
                consent: CircleConsent(row), historySince: row["history_since"], placeSince: row["place_since"])
        }
    }

    /// Returns the devices that a change of this member can show or hide: its own and its fellow members' devices.
    func devices(around account: String) throws(StorageError) -> [DeviceID] {
        try connection.values(
            """
            SELECT DISTINCT d.id FROM device d JOIN claim c ON c.device = d.number \
            WHERE c.account = \(account) OR c.account IN (SELECT o.account FROM circle_member m \
            JOIN circle_member o ON o.circle = m.circle WHERE m.account = \(account) \
            AND o.place_precision IS NOT NULL) LIMIT \(CircleTable.maximumShares)
            """)
    }

    // MARK: Visits

    func record(_ visit: CircleVisit, owner: AccountID, device: Int64) throws(StorageError) {
        try connection.enqueue(
            """
            INSERT INTO circle_visit (device, visitor, owner, name, at, asked_at) \
            VALUES (\(device), \(visit.visitor), \(owner), \(visit.name), \(visit.time), \(visit.askedAt)) \
            ON CONFLICT (device, visitor) DO UPDATE SET owner = excluded.owner, name = excluded.name, \
            at = excluded.at, asked_at = coalesce(excluded.asked_at, circle_visit.asked_at)
            """)
    }

    /// Returns when any member last asked for a place of the owner, so that many members wake a phone no more often
    /// than one.
    func lastQuestion(to owner: AccountID, at now: UnixTime) throws(StorageError) -> UnixTime? {
        try connection.value(
            """
            SELECT asked_at FROM circle_visit WHERE owner = \(owner) AND asked_at <= \(now) \
            ORDER BY asked_at DESC LIMIT 1
            """)
    }

    func visits(of account: AccountID, atMost limit: Int) throws(StorageError) -> [CircleVisit] {
        try visits("v.owner = \(account)", limit)
    }

    func visits(device: Int64, atMost limit: Int) throws(StorageError) -> [CircleVisit] {
        try visits("v.device = \(device)", limit)
    }

    private func visits(_ condition: SQL, _ limit: Int) throws(StorageError) -> [CircleVisit] {
        try connection.all(
            """
            SELECT d.id, v.visitor, v.name, v.at, v.asked_at FROM circle_visit v JOIN device d ON d.number = v.device \
            JOIN claim c ON c.device = v.device AND c.account = v.owner AND c.key_generation = d.key_generation \
            WHERE \(condition) ORDER BY v.at DESC, v.device, v.visitor LIMIT \(limit)
            """
        ) { row throws(StorageError) in
            try CircleVisit(
                device: row["id"], visitor: row["visitor"], name: row["name"], time: row["at"],
                askedAt: row["asked_at"])
        }
    }

    func forgetVisits(device: Int64) throws(StorageError) -> Int {
        try connection.run("DELETE FROM circle_visit WHERE device = \(device)")
    }

    func forgetVisits(before oldest: UnixTime, limit: Int) throws(StorageError) {
        try connection.run(
            """
            DELETE FROM circle_visit WHERE (device, visitor) IN \
            (SELECT device, visitor FROM circle_visit WHERE at < \(oldest) LIMIT \(limit))
            """)
    }
}

/// A circle as one of its members sees it.
struct CircleRow: Sendable {
    let number: Int64
    let id: CircleID
    let name: Personal<String>
    let createdAt: UnixTime
    let changedAt: UnixTime
    let document: Personal<String>?
    let memberName: Personal<String>
    let consent: CircleConsent
    let historySince: UnixTime
    let placeSince: UnixTime
    /// Whether the member created the circle, or has the creator's rights now.
    let isCreator: Bool
}

extension CircleRow {
    fileprivate init(_ row: borrowing Row) throws(StorageError) {
        try self.init(
            number: row["number"], id: row["id"], name: row["name"], createdAt: row["created_at"],
            changedAt: row["changed_at"], document: row["document"], memberName: row["member_name"],
            consent: CircleConsent(row), historySince: row["history_since"], placeSince: row["place_since"],
            isCreator: row["is_creator"])
    }
}

extension CircleConsent {
    fileprivate init(_ row: borrowing Row) throws(StorageError) {
        let place: String? = try row["place_precision"]
        let history: String? = try row["history_precision"]
        try self.init(
            place: place.map(PlacePrecision.init(rawValue:)), history: history.map(PlacePrecision.init(rawValue:)),
            showsBattery: row["shows_battery"], pausedUntil: row["paused_until"],
            answersQuestions: row["answers_questions"])
    }
}
