import Models
import Storage

/// A notice waits in the row of its client until identity and push have accepted it: `notice_due_at` is the next attempt,
/// `notice_client` the text, `notice_mailed_at` identity's acceptance, `notice_locale` the account's language. `noticed_at`
/// stays, to count the notices of a day.
struct KnownClientTable {
    static let table: SQL = """
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

    let connection: Connection

    /// The last sign-in, to the day; nil if there was none.
    func usedAt(_ hash: [UInt8], of account: AccountID) throws(StorageError) -> UnixTime? {
        try connection.value("SELECT used_at FROM known_client WHERE account = \(account) AND hash = \(hash)")
    }

    func setUsed(_ hash: [UInt8], of account: AccountID, at now: UnixTime) throws(StorageError) {
        try connection.run(
            "UPDATE known_client SET used_at = \(now) WHERE account = \(account) AND hash = \(hash)")
    }

    func hasAny(of account: AccountID) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM known_client WHERE account = \(account) LIMIT 1")
    }

    func countNoticed(of account: AccountID, since moment: UnixTime) throws(StorageError) -> Int {
        try connection.value(
            "SELECT count(*) FROM known_client WHERE account = \(account) AND noticed_at > \(moment)") ?? 0
    }

    /// Stores a client as used now, and deletes the least recently used ones beyond the limit. `isNoticed`: the client is
    /// unexpected.
    func insert(
        _ hash: [UInt8], of account: AccountID, isNoticed: Bool, notice: (id: String, client: String?)?,
        at now: UnixTime
    ) throws(StorageError) {
        let due = notice == nil ? nil : now
        try connection.run(
            """
            INSERT INTO known_client (account, hash, used_at, noticed_at, notice_id, notice_client, notice_due_at) \
            VALUES (\(account), \(hash), \(now), \(isNoticed ? now : nil), \(notice?.id), \(notice?.client), \(due))
            """)
        try connection.run(
            """
            DELETE FROM known_client WHERE account = \(account) AND notice_due_at IS NULL AND number NOT IN \
            (SELECT number FROM known_client WHERE account = \(account) ORDER BY used_at DESC, number DESC \
            LIMIT \(KnownClients.maximumPerAccount))
            """)
    }

    func isDue(at now: UnixTime) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM known_client WHERE notice_due_at <= \(now) LIMIT 1")
    }

    /// Claims due notices for a while, so that no other process takes them.
    func claim(limit: Int, at now: UnixTime) throws(StorageError) -> [SignInNotice] {
        let due = try connection.all(
            """
            SELECT number, account, notice_id, notice_client, noticed_at, notice_mailed_at, notice_locale \
            FROM known_client \
            WHERE notice_due_at <= \(now) ORDER BY notice_due_at, number
            """, limit: limit
        ) { row throws(StorageError) in
            try SignInNotice(
                number: row["number"], account: row["account"], id: row["notice_id"], client: row["notice_client"],
                at: row["noticed_at"], mailedAt: row["notice_mailed_at"], locale: row["notice_locale"])
        }
        let next = now.adding(seconds: SignInNotice.claimSeconds)
        for notice in due {
            try connection.run("UPDATE known_client SET notice_due_at = \(next) WHERE number = \(notice.number)")
        }
        return due
    }

    func setMailed(_ number: Int64, locale: String?, at now: UnixTime) throws(StorageError) {
        try connection.run(
            """
            UPDATE known_client SET notice_mailed_at = \(now), notice_locale = \(locale) WHERE number = \(number) \
            AND notice_due_at IS NOT NULL
            """)
    }

    /// It was sent, or no user is left to notify.
    func removeNotice(_ number: Int64) throws(StorageError) {
        try connection.run(
            """
            UPDATE known_client SET notice_id = NULL, notice_client = NULL, notice_due_at = NULL, \
            notice_mailed_at = NULL, notice_locale = NULL \
            WHERE number = \(number)
            """)
    }

    func delete(of account: AccountID) throws(StorageError) -> Int {
        try connection.run("DELETE FROM known_client WHERE account = \(account)")
    }

    /// Deletes roughly `limit` at most; returns their number.
    func deleteOld(before moment: UnixTime, limit: Int) throws(StorageError) -> Int {
        try connection.run(
            """
            DELETE FROM known_client WHERE number IN (SELECT number FROM known_client WHERE used_at < \(moment) \
            ORDER BY used_at LIMIT \(limit))
            """)
    }
}
