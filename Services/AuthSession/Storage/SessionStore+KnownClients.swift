import Models
import Storage

/// A notice waits in the row of its client until the identity service and the push service have accepted it:
/// `notice_due_at` is the next attempt, `notice_client` the text, `notice_mailed_at` the identity service's acceptance,
/// `notice_locale` the account's language. `noticed_at` stays, to count the notices of a day.
extension SessionSchema {
    static let knownClientTable: SQL = """
        CREATE TABLE known_client (
            number INTEGER PRIMARY KEY,
            account TEXT NOT NULL,
            -- Of account and client together, under a secret that is not in the database.
            hash BLOB NOT NULL,
            used_at INTEGER NOT NULL,
            -- When somebody signed in on it and it was not known; NULL for the first one of an account.
            noticed_at INTEGER,
            -- Until its person has been told: what they are told, and when that is tried next.
            notice_id TEXT,
            notice_client TEXT,
            notice_due_at INTEGER,
            notice_mailed_at INTEGER,
            notice_locale TEXT
        ) STRICT;
        CREATE UNIQUE INDEX known_client_by_account ON known_client (account, hash);
        CREATE INDEX known_client_by_use ON known_client (used_at);
        CREATE INDEX known_client_by_notice ON known_client (notice_due_at) WHERE notice_due_at IS NOT NULL;
        """
}

extension SessionStore {
    /// Stores the client of a new session. Call it before the session has its own row. For a new client, a notice is
    /// written in the same transaction, unless it is expected (`isExpected`) or the limit of a day is reached.
    func recordClient(
        of session: NewSession, beside living: [SessionRow], at now: UnixTime, _ connection: Connection
    ) throws(StorageError) {
        guard let knownClients, session.record.signInMethod.keepsClientInfo else { return }
        let account = session.record.account
        let hash = knownClients.hash(session.client, of: account)
        let usedAt: UnixTime? = try connection.value(
            "SELECT used_at FROM known_client WHERE account = \(account) AND hash = \(hash)")
        if let usedAt {
            guard now >= usedAt.adding(seconds: KnownClients.precision) else { return }
            try connection.run("UPDATE known_client SET used_at = \(now) WHERE account = \(account) AND hash = \(hash)")
            return
        }
        let isExpected = try isExpected(hash, of: account, beside: living, connection)
        // The notices are counted before the limit is checked, even if this client causes none.
        let noticed: Int? = try connection.value(
            """
            SELECT count(*) FROM known_client WHERE account = \(account) \
            AND noticed_at > \(now.adding(seconds: -KnownClients.day))
            """)
        let isTold = !isExpected && noticed ?? 0 < KnownClients.maximumNoticesPerDay
        try connection.run(
            """
            INSERT INTO known_client (account, hash, used_at, noticed_at, notice_id, notice_client, notice_due_at) \
            VALUES (\(account), \(hash), \(now), \(isExpected ? nil : now), \(isTold ? session.record.id.text : nil), \
            \(isTold ? ClientName(session.client)?.text : nil), \(isTold ? now : nil))
            """)
        // Beyond the limit, the clients that were unused longest are deleted, except those with a waiting notice.
        try connection.run(
            """
            DELETE FROM known_client WHERE account = \(account) AND notice_due_at IS NULL AND number NOT IN \
            (SELECT number FROM known_client WHERE account = \(account) ORDER BY used_at DESC, number DESC \
            LIMIT \(KnownClients.maximumPerAccount))
            """)
    }

    /// Whether a client needs no notice. This is so for the account's first client, and for the client of a living
    /// session, which may have begun before clients were stored.
    private func isExpected(
        _ hash: [UInt8], of account: AccountID, beside living: [SessionRow], _ connection: Connection
    ) throws(StorageError) -> Bool {
        if living.isEmpty {
            return try !connection.exists("SELECT 1 FROM known_client WHERE account = \(account) LIMIT 1")
        }
        let sessions = try connection.sessions.livingWithClients(of: account)
        return sessions.contains { knownClients?.hash($0.client, of: account) == hash }
    }

    /// Claims due notices for this process, until the claim expires.
    func claimSignInNotices(limit: Int, at now: UnixTime) async throws(SessionStoreError) -> [SignInNotice] {
        // Most checks find nothing, and need no write.
        let isDue = try await read { try $0.exists("SELECT 1 FROM known_client WHERE notice_due_at <= \(now) LIMIT 1") }
        guard isDue else { return [] }
        return try await write { connection in
            let due = try connection.all(
                """
                SELECT number, account, notice_id, notice_client, noticed_at, notice_mailed_at, notice_locale \
                FROM known_client \
                WHERE notice_due_at <= \(now) ORDER BY notice_due_at, number
                """, limit: limit, SignInNotice.init)
            let next = now.adding(seconds: SignInNotice.claimSeconds)
            for notice in due {
                try connection.run("UPDATE known_client SET notice_due_at = \(next) WHERE number = \(notice.number)")
            }
            return due
        }
    }

    func setMailed(_ notice: SignInNotice, locale: String?, at now: UnixTime) async throws(SessionStoreError) {
        try await write {
            _ = try $0.run(
                """
                UPDATE known_client SET notice_mailed_at = \(now), notice_locale = \(locale) \
                WHERE number = \(notice.number) AND notice_due_at IS NOT NULL
                """)
        }
    }

    /// Deletes a notice: the identity service and the push service have accepted it, or no user is to be notified.
    func removeSignInNotice(_ notice: SignInNotice) async throws(SessionStoreError) {
        try await write {
            _ = try $0.run(
                """
                UPDATE known_client SET notice_id = NULL, notice_client = NULL, notice_due_at = NULL, \
                notice_mailed_at = NULL, notice_locale = NULL \
                WHERE number = \(notice.number)
                """)
        }
    }

    /// Deletes clients that were unused for long, at most `limit`. Returns their number.
    func pruneClients(at now: UnixTime, limit: Int) async throws(SessionStoreError) -> Int {
        try await write {
            try $0.run(
                """
                DELETE FROM known_client WHERE number IN (SELECT number FROM known_client \
                WHERE used_at < \(now.adding(seconds: -KnownClients.lifetime)) ORDER BY used_at LIMIT \(limit))
                """)
        }
    }
}

extension SignInNotice {
    fileprivate init(_ row: borrowing Row) throws(StorageError) {
        try self.init(
            number: row["number"], account: row["account"], id: row["notice_id"], client: row["notice_client"],
            at: row["noticed_at"], mailedAt: row["notice_mailed_at"], locale: row["notice_locale"])
    }
}
