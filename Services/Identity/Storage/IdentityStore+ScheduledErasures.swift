import Models
import Storage

extension IdentityStore {
    func dueErasures(at now: UnixTime, limit: Int) async throws(IdentityStoreError) -> [AccountID] {
        try await read { try $0.scheduledErasures.due(at: now, limit: limit) }
    }

    /// Erases an account whose grace period is over. Returns false if it was erased or enabled since.
    func eraseDue(_ account: AccountID, at now: UnixTime) async throws(IdentityStoreError) -> Bool {
        try await write { connection in
            guard let row = try connection.accounts.find(account),
                let scheduled = try connection.scheduledErasures.find(row.number),
                scheduled.dueAt <= now
            else { return false }
            try erase(row, scheduled.asked, at: now, connection)
            return true
        }
    }

    /// Cancels the erasure of an account whose password was checked. Refuses if too late or the password has changed.
    func cancelErasure(_ checked: AccountPassword, at now: UnixTime) async throws(IdentityStoreError) {
        try await write { connection in
            guard var row = try connection.accounts.find(checked.account),
                try connection.passwords.find(checked.account)?.generation == checked.generation
            else { throw Refusal.passwordOutdated }
            _ = try admit(&row, cancelsErasure: true, at: now, connection)
        }
    }

    func scheduledErasure(of account: AccountID) async throws(IdentityStoreError) -> ScheduledErasure? {
        try await read { connection in
            guard let row = try connection.accounts.find(account) else { return nil }
            return try connection.scheduledErasures.find(row.number)
        }
    }

    /// Disables an account until its erasure. If two requests are made, the first stays valid.
    func schedule(
        _ account: AccountRow, _ asked: AskedErasure?, until end: UnixTime, at now: UnixTime, _ connection: Connection
    ) throws -> BegunErasure {
        if let known = try connection.scheduledErasures.find(account.number) {
            return BegunErasure(askedAt: known.askedAt, dueAt: known.dueAt)
        }
        let isOpen = account.profile.status == .active
        try connection.scheduledErasures.insert(asked, of: account.number, until: end, reopens: isOpen, at: now)
        if isOpen {
            var row = account
            try close(&row, at: now, connection)
        }
        return BegunErasure(askedAt: now, dueAt: end)
    }

    /// Lets an identified user in, and refuses a disabled account. If the account only waits for its erasure, the user
    /// can cancel the erasure in time. Returns whether it was cancelled.
    func admit(
        _ row: inout AccountRow, cancelsErasure: Bool, at now: UnixTime, _ connection: Connection
    ) throws -> Bool {
        guard row.profile.status == .disabled else { return false }
        try checkOpen(row, cancelsErasure: cancelsErasure, at: now, connection)
        try reopen(&row, at: now, connection)
        try publish(row, at: now, connection)
        return true
    }

    /// Refuses the same accounts as `admit`, and changes nothing.
    func checkOpen(_ row: AccountRow, cancelsErasure: Bool, at now: UnixTime, _ connection: Connection) throws {
        guard row.profile.status == .disabled else { return }
        guard let scheduled = try connection.scheduledErasures.find(row.number) else { throw Refusal.accountDisabled }
        try scheduled.check(cancelsErasure: cancelsErasure, at: now)
    }
}

extension ScheduledErasure {
    /// Throws unless the user may cancel the erasure now, and requests it.
    func check(cancelsErasure: Bool, at now: UnixTime) throws(Refusal) {
        guard reopens else { throw .accountDisabled }
        guard dueAt > now else { throw .erasureDue }
        guard cancelsErasure else { throw .erasurePending(until: dueAt) }
    }
}

struct ScheduledErasure {
    let account: AccountID
    let askedAt: UnixTime
    let dueAt: UnixTime
    let asked: AskedErasure?
    /// Whether the user may cancel the erasure. It is false if an operator has disabled the account.
    let reopens: Bool
}

/// The planned erasures. Their accounts are disabled, so that versions without this table refuse sign-ins, too.
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

    /// Records that an operator has disabled the account, so that its user can no longer cancel the erasure.
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
