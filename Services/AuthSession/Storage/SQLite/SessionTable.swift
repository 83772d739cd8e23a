// Rows of the table `session`: finding, inserting, changing and removing them.

import Models
import Storage

/// A session with the number of its row.
struct SessionRow {
    let number: Int64
    var record: SessionRecord
}

/// The table `session`.
struct SessionTable {
    let connection: Connection

    private static let columns = """
        number, id, account, door, kind, is_remembered, authenticated_at, created_at, last_activity_at, ended_at, \
        end_reason, generation, token_hash, previous_hash, rotated_at, signing_key, rotation_used
        """

    static let columnCount: Int32 = 17

    private static let byID = "SELECT \(columns) FROM session WHERE id = ?1"
    private static let bySecret = "SELECT \(columns) FROM session WHERE secret_hash = ?1"
    private static let byNumber = "SELECT \(columns) FROM session WHERE number = ?1"
    private static let byIssuedName = """
        SELECT \(columns) FROM session WHERE number = (SELECT session FROM issued_session WHERE name = ?1)
        """
    private static let livingOfAccount =
        "SELECT \(columns) FROM session WHERE account = ?1 AND ended_at IS NULL ORDER BY number"
    private static let due = "SELECT \(columns) FROM session WHERE due_at <= ?1 ORDER BY due_at LIMIT ?2"

    /// The living sessions of an account with their clients, the most recently active first.
    static let livingWithClient = """
        SELECT \(columns.split(separator: ", ").map { "s.\($0)" }.joined(separator: ", ")), \(SessionClientTable.columns) \
        FROM session s LEFT JOIN session_client c ON c.session = s.number \
        WHERE s.account = ?1 AND s.ended_at IS NULL ORDER BY s.last_activity_at DESC, s.number DESC
        """

    func find(_ id: SessionID) throws(StorageError) -> SessionRow? {
        let row = try connection.prepare(SessionTable.byID)
        try row.bind(1, id.text)
        return try row.step() ? SessionRow(row) : nil
    }

    func find(secret hash: [UInt8]) throws(StorageError) -> SessionRow? {
        let row = try connection.prepare(SessionTable.bySecret)
        try row.bind(1, hash)
        return try row.step() ? SessionRow(row) : nil
    }

    func find(number: Int64) throws(StorageError) -> SessionRow? {
        let row = try connection.prepare(SessionTable.byNumber)
        try row.bind(1, number)
        return try row.step() ? SessionRow(row) : nil
    }

    /// The living session that tokens of an identity provider are for (`IssuedNames.session`).
    func find(issued name: [UInt8]) throws(StorageError) -> SessionRow? {
        let row = try connection.prepare(SessionTable.byIssuedName)
        try row.bind(1, name)
        return try row.step() ? SessionRow(row) : nil
    }

    /// The sessions of an account that have not ended, the earliest first.
    func living(of account: AccountID) throws(StorageError) -> [SessionRow] {
        let row = try connection.prepare(SessionTable.livingOfAccount)
        try row.bind(1, account.text)
        return try all(row)
    }

    /// Sessions about which something is to be done.
    func due(at now: UnixTime, limit: Int) throws(StorageError) -> [SessionRow] {
        let row = try connection.prepare(SessionTable.due)
        try row.bind(1, now.rawValue)
        try row.bind(2, limit)
        return try all(row)
    }

    /// Accounts with living sessions from before a moment that the mirror of the accounts does not have.
    func accountsUnheardOf(since moment: UnixTime) throws(StorageError) -> [AccountID] {
        let row = try connection.prepare(
            """
            SELECT DISTINCT account FROM session WHERE ended_at IS NULL AND created_at < ?1 \
            AND NOT EXISTS (SELECT 1 FROM account WHERE account.id = session.account)
            """)
        try row.bind(1, moment.rawValue)
        var accounts: [AccountID] = []
        while try row.step() { if let account = AccountID(row.text(0)) { accounts.append(account) } }
        return accounts
    }

    /// Accounts with ended sessions of nobody in particular, and no living ones, that are neither closed nor erased.
    func abandonedAccounts(limit: Int) throws(StorageError) -> [AccountID] {
        let row = try connection.prepare(
            """
            SELECT DISTINCT account FROM session s WHERE door = 'anonymous' AND ended_at IS NOT NULL \
            AND NOT EXISTS (SELECT 1 FROM session l WHERE l.account = s.account AND l.ended_at IS NULL) \
            AND NOT EXISTS (SELECT 1 FROM account a WHERE a.id = s.account AND a.status != 'active') LIMIT ?1
            """)
        try row.bind(1, limit)
        var accounts: [AccountID] = []
        while try row.step() { if let account = AccountID(row.text(0)) { accounts.append(account) } }
        return accounts
    }

    private func all(_ row: PreparedStatement) throws(StorageError) -> [SessionRow] {
        var rows: [SessionRow] = []
        while try row.step() { if let session = SessionRow(row) { rows.append(session) } }
        return rows
    }

    /// Stores a session and gives its number.
    func insert(_ record: SessionRecord, secretHash: [UInt8]?, dueAt: UnixTime) throws(StorageError) -> Int64 {
        let row = try connection.prepare(
            """
            INSERT INTO session (id, account, door, kind, is_remembered, authenticated_at, created_at, \
            last_activity_at, due_at, secret_hash, generation, token_hash, previous_hash, rotated_at, signing_key, \
            rotation_used) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)
            """)
        try row.bind(1, record.id.text)
        try row.bind(2, record.account.text)
        try row.bind(3, record.door.rawValue)
        try row.bind(4, record.kind.rawValue)
        try row.bind(5, record.isRemembered ? 1 : 0)
        try row.bind(6, record.authenticatedAt.rawValue)
        try row.bind(7, record.createdAt.rawValue)
        try row.bind(8, record.lastActivityAt.rawValue)
        try row.bind(9, dueAt.rawValue)
        try row.bind(10, secretHash)
        try row.bind(11, record.rotation?.generation)
        try row.bind(12, record.rotation?.hash)
        try row.bind(13, record.rotation?.previousHash)
        try row.bind(14, record.rotation?.rotatedAt.rawValue)
        try row.bind(15, record.rotation?.signingKey)
        try row.bind(16, record.rotation?.isUsed ?? true ? 1 : 0)
        try row.run()
        return connection.lastInsertedRowID
    }

    /// Stores a new generation of tokens.
    func setRotation(
        _ rotation: Rotation, lastActivityAt: UnixTime, of number: Int64
    ) throws(StorageError) {
        let row = try connection.prepare(
            """
            UPDATE session SET generation = ?2, token_hash = ?3, previous_hash = ?4, rotated_at = ?5, \
            signing_key = ?6, last_activity_at = ?7, rotation_used = ?8 WHERE number = ?1
            """)
        try row.bind(1, number)
        try row.bind(2, rotation.generation)
        try row.bind(3, rotation.hash)
        try row.bind(4, rotation.previousHash)
        try row.bind(5, rotation.rotatedAt.rawValue)
        try row.bind(6, rotation.signingKey)
        try row.bind(7, lastActivityAt.rawValue)
        try row.bind(8, rotation.isUsed ? 1 : 0)
        try row.run()
    }

    /// Notes that the access token of a generation was shown, as long as it is the present one.
    func setRotationUsed(_ generation: Int64, of session: SessionID) throws(StorageError) {
        let row = try connection.prepare("UPDATE session SET rotation_used = 1 WHERE id = ?1 AND generation = ?2")
        try row.bind(1, session.text)
        try row.bind(2, generation)
        try row.run()
    }

    func setLastActivity(_ moment: UnixTime, of number: Int64) throws(StorageError) {
        let row = try connection.prepare("UPDATE session SET last_activity_at = ?2 WHERE number = ?1")
        try row.bind(1, number)
        try row.bind(2, moment.rawValue)
        try row.run()
    }

    func setEnd(_ end: SessionEnd, dueAt: UnixTime, of number: Int64) throws(StorageError) {
        let row = try connection.prepare(
            "UPDATE session SET ended_at = ?2, end_reason = ?3, due_at = ?4 WHERE number = ?1")
        try row.bind(1, number)
        try row.bind(2, end.at.rawValue)
        try row.bind(3, end.reason.rawValue)
        try row.bind(4, dueAt.rawValue)
        try row.run()
    }

    func setDue(_ moment: UnixTime, of number: Int64) throws(StorageError) {
        let row = try connection.prepare("UPDATE session SET due_at = ?2 WHERE number = ?1")
        try row.bind(1, number)
        try row.bind(2, moment.rawValue)
        try row.run()
    }

    func delete(_ number: Int64) throws(StorageError) {
        let row = try connection.prepare("DELETE FROM session WHERE number = ?1")
        try row.bind(1, number)
        try row.run()
    }
}

extension SessionRow {
    /// Nil for a row that a later version of the program has written in words that are not known here.
    init?(_ row: PreparedStatement) {
        guard let id = SessionID(row.text(1)), let account = AccountID(row.text(2)),
            let door = Door(rawValue: row.text(3)),
            let kind = SessionKind(rawValue: row.text(4))
        else { return nil }
        var end: SessionEnd?
        if let endedAt = row.optionalInt64(9) {
            guard let reason = SessionEnd.Reason(rawValue: row.text(10)) else { return nil }
            end = SessionEnd(reason: reason, at: UnixTime(milliseconds: endedAt))
        }
        var rotation: Rotation?
        if let generation = row.optionalInt64(11) {
            rotation = Rotation(
                generation: generation, hash: row.blob(12), previousHash: row.optionalBlob(13),
                rotatedAt: UnixTime(milliseconds: row.int64(14)), signingKey: row.text(15), isUsed: row.int64(16) != 0)
        }
        number = row.int64(0)
        record = SessionRecord(
            id: id, account: account, door: door, kind: kind, isRemembered: row.int64(5) != 0,
            authenticatedAt: UnixTime(milliseconds: row.int64(6)), createdAt: UnixTime(milliseconds: row.int64(7)),
            lastActivityAt: UnixTime(milliseconds: row.int64(8)), rotation: rotation, end: end)
    }
}
