import Models
import Storage

struct SessionRow {
    let number: Int64
    var record: SessionRecord
}

struct SessionTable {
    let connection: Connection

    /// The columns for a SELECT in which the table is called s.
    private static let columns: SQL = """
        s.number, s.id, s.account, s.sign_in_method, s.kind, s.is_remembered, s.authenticated_at, s.created_at, \
        s.last_activity_at, s.ended_at, s.end_reason, s.generation, s.token_hash, s.previous_hash, s.rotated_at, \
        s.signing_key, s.rotation_used
        """

    static func query(_ id: SessionID) -> SQL { "SELECT \(SessionTable.columns) FROM session s WHERE s.id = \(id)" }

    func find(_ id: SessionID) throws(StorageError) -> SessionRow? {
        try connection.first(SessionTable.query(id), SessionRow.init)
    }

    func find(secret hash: [UInt8]) throws(StorageError) -> SessionRow? {
        try connection.first(
            "SELECT \(SessionTable.columns) FROM session s WHERE s.secret_hash = \(hash)", SessionRow.init)
    }

    func find(number: Int64) throws(StorageError) -> SessionRow? {
        try connection.first(
            "SELECT \(SessionTable.columns) FROM session s WHERE s.number = \(number)", SessionRow.init)
    }

    /// Finds the living session of an identity provider's tokens (`IssuedNames.session`).
    func find(issued name: [UInt8]) throws(StorageError) -> SessionRow? {
        try connection.first(
            """
            SELECT \(SessionTable.columns) FROM session s \
            WHERE s.number = (SELECT session FROM issued_session WHERE name = \(name))
            """, SessionRow.init)
    }

    func living(of account: AccountID) throws(StorageError) -> [SessionRow] {
        try connection.all(
            """
            SELECT \(SessionTable.columns) FROM session s \
            WHERE s.account = \(account) AND s.ended_at IS NULL ORDER BY s.number
            """, SessionRow.init)
    }

    /// Returns the living sessions of an account, the most recently active first.
    func livingWithClients(of account: AccountID) throws(StorageError) -> [(row: SessionRow, client: SessionClient)] {
        try connection.all(
            """
            SELECT \(SessionTable.columns), \(SessionClientTable.columns) \
            FROM session s LEFT JOIN session_client c ON c.session = s.number \
            WHERE s.account = \(account) AND s.ended_at IS NULL ORDER BY s.last_activity_at DESC, s.number DESC
            """
        ) { row throws(StorageError) in
            guard let session = try SessionRow(row) else { return nil }
            return (row: session, client: try SessionClient(row))
        }
    }

    /// Returns due sessions, at most `limit`. Unreadable sessions are skipped.
    func due(at now: UnixTime, limit: Int) throws(StorageError) -> [SessionRow] {
        try connection.all(
            "SELECT \(SessionTable.columns) FROM session s WHERE s.due_at <= \(now) ORDER BY s.due_at",
            limit: limit, SessionRow.init)
    }

    /// Returns accounts with living sessions from before `moment` that the mirror of the accounts feed lacks.
    func accountsUnheardOf(since moment: UnixTime) throws(StorageError) -> [AccountID] {
        try connection.values(
            """
            SELECT DISTINCT account FROM session WHERE ended_at IS NULL AND created_at < \(moment) \
            AND NOT EXISTS (SELECT 1 FROM account WHERE account.id = session.account)
            """)
    }

    func abandonedAccounts(limit: Int) throws(StorageError) -> [AccountID] {
        try connection.values(
            """
            SELECT DISTINCT account FROM session s WHERE sign_in_method = 'anonymous' AND ended_at IS NOT NULL \
            AND NOT EXISTS (SELECT 1 FROM session l WHERE l.account = s.account AND l.ended_at IS NULL) \
            AND NOT EXISTS (SELECT 1 FROM account a WHERE a.id = s.account AND a.status != 'active')
            """, limit: limit)
    }

    func insert(_ record: SessionRecord, secretHash: [UInt8]?, dueAt: UnixTime) throws(StorageError) -> Int64 {
        let rotation = record.rotation
        return try connection.insert(
            """
            INSERT INTO session (id, account, sign_in_method, kind, is_remembered, authenticated_at, created_at, \
            last_activity_at, due_at, secret_hash, generation, token_hash, previous_hash, rotated_at, signing_key, \
            rotation_used) VALUES (\(record.id), \(record.account), \(record.signInMethod), \(record.kind), \
            \(record.isRemembered), \(record.signedInAt), \(record.createdAt), \(record.lastActivityAt), \
            \(dueAt), \(secretHash), \(rotation?.generation), \(rotation?.hash), \(rotation?.previousHash), \
            \(rotation?.rotatedAt), \(rotation?.signingKey), \(rotation?.isUsed ?? true)) \
            RETURNING number
            """)
    }

    func setRotation(_ rotation: Rotation, lastActivityAt: UnixTime, of number: Int64) throws(StorageError) {
        try connection.enqueue(
            """
            UPDATE session SET generation = \(rotation.generation), token_hash = \(rotation.hash), \
            previous_hash = \(rotation.previousHash), rotated_at = \(rotation.rotatedAt), \
            signing_key = \(rotation.signingKey), last_activity_at = \(lastActivityAt), \
            rotation_used = \(rotation.isUsed) WHERE number = \(number)
            """)
    }

    /// Marks the rotation as used, if `generation` is still the current generation.
    func setRotationUsed(_ generation: Int64, of session: SessionID) throws(StorageError) {
        try connection.enqueue(
            "UPDATE session SET rotation_used = 1 WHERE id = \(session) AND generation = \(generation)")
    }

    func setLastActivity(_ moment: UnixTime, of number: Int64) throws(StorageError) {
        try connection.enqueue("UPDATE session SET last_activity_at = \(moment) WHERE number = \(number)")
    }

    func setEnd(_ end: SessionEnd, dueAt: UnixTime, of number: Int64) throws(StorageError) {
        try connection.enqueue(
            """
            UPDATE session SET ended_at = \(end.at), end_reason = \(end.reason), due_at = \(dueAt) \
            WHERE number = \(number)
            """)
    }

    func setDue(_ moment: UnixTime, of number: Int64) throws(StorageError) {
        try connection.enqueue("UPDATE session SET due_at = \(moment) WHERE number = \(number)")
    }

    func delete(_ number: Int64) throws(StorageError) {
        try connection.enqueue("DELETE FROM session WHERE number = \(number)")
    }
}

extension SessionRow {
    /// Reads a session; nil for a row with unknown words of a later version.
    fileprivate init?(_ row: borrowing Row) throws(StorageError) {
        guard let signInMethod: SignInMethod = try row["sign_in_method"], let kind: SessionKind = try row["kind"]
        else { return nil }
        var end: SessionEnd?
        if let endedAt: UnixTime = try row["ended_at"] {
            guard let reason: SessionEnd.Reason = try row["end_reason"] else { return nil }
            end = SessionEnd(reason: reason, at: endedAt)
        }
        var rotation: Rotation?
        if let generation: Int64 = try row["generation"] {
            rotation = try Rotation(
                generation: generation, hash: row["token_hash"], previousHash: row["previous_hash"],
                rotatedAt: row["rotated_at"], signingKey: row["signing_key"], isUsed: row["rotation_used"])
        }
        number = try row["number"]
        record = try SessionRecord(
            id: row["id"], account: row["account"], signInMethod: signInMethod, kind: kind,
            isRemembered: row["is_remembered"],
            signedInAt: row["authenticated_at"], createdAt: row["created_at"],
            lastActivityAt: row["last_activity_at"], rotation: rotation, end: end)
    }
}

extension SessionEnd.Reason: ColumnValue {}

struct SessionClientTable {
    let connection: Connection

    /// The columns for a SELECT in which the table is called c.
    static let columns: SQL = """
        c.app_version, c.device_type, c.device_vendor, c.device_model, c.os_name, c.os_version, c.is_mobile, \
        c.user_agent, c.country, c.city, c.timezone, c.ip_address, c.location
        """

    func insert(_ client: SessionClient, of session: Int64) throws(StorageError) {
        guard client != SessionClient() else { return }
        try connection.enqueue(
            """
            INSERT INTO session_client (session, app_version, device_type, device_vendor, device_model, os_name, \
            os_version, is_mobile, user_agent, country, city, timezone, ip_address, location) \
            VALUES (\(session), \(client.appVersion), \(client.deviceType), \(client.deviceVendor), \
            \(client.deviceModel), \(client.osName), \(client.osVersion), \(client.isMobile), \(client.userAgent), \
            \(client.country), \(client.city), \(client.timezone), \(client.ipAddress), \(client.location))
            """)
    }

    func delete(_ session: Int64) throws(StorageError) {
        try connection.run("DELETE FROM session_client WHERE session = \(session)")
    }
}

extension SessionClient {
    init(_ row: borrowing Row) throws(StorageError) {
        self.init()
        appVersion = try row["app_version"]
        deviceType = try row["device_type"]
        deviceVendor = try row["device_vendor"]
        deviceModel = try row["device_model"]
        osName = try row["os_name"]
        osVersion = try row["os_version"]
        isMobile = try row["is_mobile"]
        userAgent = try row["user_agent"]
        country = try row["country"]
        city = try row["city"]
        timezone = try row["timezone"]
        ipAddress = try row["ip_address"]
        location = try row["location"]
    }
}
