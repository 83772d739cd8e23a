// Rows of the table `known_client`: the clients on which accounts were signed in to, and of which people are to be told.

import Models
import Storage

/// The table `known_client`.
///
/// A notice waits in the row of its client until identity and push have taken it over: `notice_due_at` is when the next try is
/// due, `notice_client` is what is told, and `notice_mailed_at` is when identity took it, with the language of the account in
/// `notice_locale`. `noticed_at` stays, to count how many there were within a day.
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

    /// When an account was last signed in to on a client, to a day; nil when it never was.
    func usedAt(_ hash: [UInt8], of account: AccountID) throws(StorageError) -> UnixTime? {
        try connection.value("SELECT used_at FROM known_client WHERE account = \(account) AND hash = \(hash)")
    }

    func setUsed(_ hash: [UInt8], of account: AccountID, at now: UnixTime) throws(StorageError) {
        try connection.run(
            "UPDATE known_client SET used_at = \(now) WHERE account = \(account) AND hash = \(hash)")
    }

    /// Whether an account is known to have been signed in to on any client.
    func hasAny(of account: AccountID) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM known_client WHERE account = \(account) LIMIT 1")
    }

    /// How many clients of an account were new at a moment or later.
    func countNoticed(of account: AccountID, since moment: UnixTime) throws(StorageError) -> Int {
        try connection.value(
            "SELECT count(*) FROM known_client WHERE account = \(account) AND noticed_at > \(moment)") ?? 0
    }

    /// Remembers a client as used now, and forgets the least recently used ones beyond the bound.
    ///
    /// - Parameters:
    ///   - isNoticed: Whether it is one that nobody expected.
    ///   - notice: What its person is to be told; nil where they are told nothing.
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

    /// Whether somebody is to be told of a sign-in.
    func isDue(at now: UnixTime) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM known_client WHERE notice_due_at <= \(now) LIMIT 1")
    }

    /// Takes notices that are due, and lets nobody else take them for a while.
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

    /// Identity has taken a notice over.
    func setMailed(_ number: Int64, locale: String?, at now: UnixTime) throws(StorageError) {
        try connection.run(
            """
            UPDATE known_client SET notice_mailed_at = \(now), notice_locale = \(locale) WHERE number = \(number) \
            AND notice_due_at IS NOT NULL
            """)
    }

    /// Forgets what was to be told: it has been, or there is nobody to tell.
    func removeNotice(_ number: Int64) throws(StorageError) {
        try connection.run(
            """
            UPDATE known_client SET notice_id = NULL, notice_client = NULL, notice_due_at = NULL, \
            notice_mailed_at = NULL, notice_locale = NULL \
            WHERE number = \(number)
            """)
    }

    /// Forgets all clients of an account; gives how many there were.
    func delete(of account: AccountID) throws(StorageError) -> Int {
        try connection.run("DELETE FROM known_client WHERE account = \(account)")
    }

    /// Forgets clients that were used last before a moment, about so many at most; gives how many.
    func deleteOld(before moment: UnixTime, limit: Int) throws(StorageError) -> Int {
        try connection.run(
            """
            DELETE FROM known_client WHERE number IN (SELECT number FROM known_client WHERE used_at < \(moment) \
            ORDER BY used_at LIMIT \(limit))
            """)
    }
}
