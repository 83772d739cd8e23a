import Models
import Storage

struct ScheduledErasure {
    let account: AccountID
    let askedAt: UnixTime
    let dueAt: UnixTime
    let asked: AskedErasure?
    /// Whether the user may cancel it; not if an operator has disabled the account.
    let reopens: Bool
}

/// The accounts in this table are disabled, so that versions without it refuse sign-ins too.
struct ScheduledErasureTable {
    let connection: Connection

    static let table: SQL = """
        CREATE TABLE scheduled_erasure (
            account INTEGER PRIMARY KEY REFERENCES account (number),
            -- By what the erasure is followed; NULL when nobody follows it.
            erasure TEXT UNIQUE,
            secret_hash BLOB,
            asked_at INTEGER NOT NULL,
            due_at INTEGER NOT NULL,
            -- 0 where an operator has closed the account.
            reopens INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX scheduled_erasure_by_moment ON scheduled_erasure (due_at);
        """

    private static let columns: SQL = """
        SELECT a.id AS account_id, s.erasure, s.secret_hash, s.asked_at, s.due_at, s.reopens FROM scheduled_erasure s \
        JOIN account a ON a.number = s.account
        """

    func insert(
        _ asked: AskedErasure?, of account: Int64, until end: UnixTime, reopens: Bool, at now: UnixTime
    ) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO scheduled_erasure (account, erasure, secret_hash, asked_at, due_at, reopens) VALUES (\(account), \
            \(asked?.id), \(asked?.secretHash), \(now), \(end), \(reopens))
            """)
    }

    func find(_ account: Int64) throws(StorageError) -> ScheduledErasure? {
        try connection.first("\(Self.columns) WHERE s.account = \(account)", ScheduledErasure.init)
    }

    func find(_ erasure: ErasureID) throws(StorageError) -> ScheduledErasure? {
        try connection.first("\(Self.columns) WHERE s.erasure = \(erasure)", ScheduledErasure.init)
    }

    func due(at now: UnixTime, limit: Int) throws(StorageError) -> [AccountID] {
        try connection.values(
            """
            SELECT a.id FROM scheduled_erasure s JOIN account a ON a.number = s.account WHERE s.due_at <= \(now) \
            ORDER BY s.due_at
            """, limit: limit)
    }

    /// Records that an operator has disabled the account: its user can no longer cancel the erasure.
    func close(_ account: Int64) throws(StorageError) {
        try connection.run("UPDATE scheduled_erasure SET reopens = \(false) WHERE account = \(account)")
    }

    func delete(of account: Int64) throws(StorageError) -> Int {
        try connection.run("DELETE FROM scheduled_erasure WHERE account = \(account)")
    }
}

extension ScheduledErasure {
    fileprivate init(_ row: borrowing Row) throws(StorageError) {
        account = try row["account_id"]
        askedAt = try row["asked_at"]
        dueAt = try row["due_at"]
        reopens = try row["reopens"]
        let erasure: ErasureID? = try row["erasure"]
        let secretHash: [UInt8]? = try row["secret_hash"]
        let moment = askedAt
        asked = erasure.map { AskedErasure(id: $0, secretHash: secretHash, at: moment) }
    }
}
