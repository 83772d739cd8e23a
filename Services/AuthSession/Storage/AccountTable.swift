import Models
import Storage

struct AccountTable {
    let connection: Connection

    private enum KnownStatus: String, ColumnValue { case active, disabled, erased }

    /// Returns the state of an account; nil if the feed has not contained it yet.
    func status(of account: AccountID) throws(StorageError) -> AccountSessionStatus? {
        try connection.first(
            """
            SELECT status, sessions_end_before, kept_session, provider_sessions_end_before FROM account \
            WHERE id = \(account)
            """
        ) { row throws(StorageError) in
            // An unknown status is an error, because it must not let a user sign in.
            switch try row["status"] as KnownStatus {
            case .erased: .erased
            case .disabled: .disabled
            case .active:
                .active(
                    sessionsEndBefore: try row["sessions_end_before"], keptSession: try row["kept_session"],
                    providerSessionsEndBefore: try row["provider_sessions_end_before"])
            }
        }
    }

    func set(_ status: AccountSessionStatus, of account: AccountID, at now: UnixTime) throws(StorageError) {
        let (status, end, kept, providersEnd, erasedAt): (KnownStatus, UnixTime?, SessionID?, UnixTime?, UnixTime?) =
            switch status {
            case .active(let end, let kept, let providersEnd): (.active, end, kept, providersEnd, nil)
            case .disabled: (.disabled, nil, nil, nil, nil)
            case .erased: (.erased, nil, nil, nil, now)
            }
        try connection.run(
            """
            INSERT INTO account (id, status, sessions_end_before, kept_session, provider_sessions_end_before, \
            erased_at, is_confirmed) \
            VALUES (\(account), \(status), \(end), \(kept), \(providersEnd), \(erasedAt), 1) \
            ON CONFLICT (id) DO UPDATE SET status = excluded.status, \
            sessions_end_before = excluded.sessions_end_before, kept_session = excluded.kept_session, \
            provider_sessions_end_before = excluded.provider_sessions_end_before, \
            erased_at = excluded.erased_at, is_confirmed = 1, \
            returned_at = CASE excluded.status WHEN 'erased' THEN NULL ELSE account.returned_at END
            """)
    }

    /// Records that a restarted feed contains an account that counts as erased here.
    func recordReturn(of account: AccountID, at now: UnixTime) throws(StorageError) {
        try connection.run("UPDATE account SET returned_at = \(now) WHERE id = \(account) AND status = 'erased'")
    }

    /// Forgets returns before `moment`, which are then no longer reported.
    func forgetReturns(before moment: UnixTime) throws(StorageError) {
        try connection.run("UPDATE account SET returned_at = NULL WHERE returned_at < \(moment)")
    }

    /// Returns accounts that were erased and exist again; at most 1000 of them.
    func returned() throws(StorageError) -> [AccountID] {
        try connection.values("SELECT id FROM account WHERE returned_at IS NOT NULL ORDER BY id", limit: 1000)
    }

    func returnedCount() throws(StorageError) -> Int {
        try connection.value("SELECT count(*) FROM account WHERE returned_at IS NOT NULL") ?? 0
    }

    func deleteErased(before moment: UnixTime, limit: Int) throws(StorageError) {
        try connection.run(
            """
            DELETE FROM account WHERE id IN (SELECT id FROM account WHERE erased_at < \(moment) LIMIT \(limit))
            """)
    }

    // MARK: Reading the feed again

    /// Records that the feed begins again: accounts that the feed does not repeat will count as erased.
    func beginRereading(at now: UnixTime) throws(StorageError) {
        try connection.run("UPDATE account SET is_confirmed = 0")
        try connection.run(
            """
            INSERT INTO rereading (one, began_at) VALUES (1, \(now)) \
            ON CONFLICT (one) DO UPDATE SET began_at = excluded.began_at
            """)
    }

    func rereadingSince() throws(StorageError) -> UnixTime? { try connection.value("SELECT began_at FROM rereading") }

    func count() throws(StorageError) -> Int {
        try connection.value("SELECT count(*) FROM account WHERE status <> 'erased'") ?? 0
    }

    func endRereading() throws(StorageError) { try connection.run("DELETE FROM rereading") }

    /// Adds an account that has sessions, but that the feed has never contained. It counts as not repeated by the feed.
    func addUnconfirmed(_ account: AccountID) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO account (id, status, is_confirmed) VALUES (\(account), 'active', 0) \
            ON CONFLICT (id) DO NOTHING
            """)
    }

    func isConfirmed(_ account: AccountID) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM account WHERE id = \(account) AND is_confirmed = 1 AND status <> 'erased'")
    }

    func unconfirmed() throws(StorageError) -> [AccountID] {
        try connection.values("SELECT id FROM account WHERE is_confirmed = 0 AND status <> 'erased'")
    }
}
