// Rows of the table `account`: what the accounts feed says, and how far it is being read again.

import Models
import Storage

/// The table `account`, the mirror of the accounts feed.
struct AccountTable {
    let connection: Connection

    /// What is known of an account; nil when the feed has not named it yet.
    func standing(of account: AccountID) throws(StorageError) -> AccountStanding? {
        let row = try connection.prepare("SELECT status, sessions_end_before FROM account WHERE id = ?1")
        try row.bind(1, account.text)
        guard try row.step() else { return nil }
        switch row.text(0) {
        case "erased": return .erased
        case "disabled": return .disabled
        default: return .active(sessionsEndBefore: row.optionalInt64(1).map(UnixTime.init(milliseconds:)))
        }
    }

    /// Takes over what the feed says of an account, which thereby is one that the feed has.
    func set(_ standing: AccountStanding, of account: String, at now: UnixTime) throws(StorageError) {
        let row = try connection.prepare(
            """
            INSERT INTO account (id, status, sessions_end_before, erased_at, is_confirmed) VALUES (?1, ?2, ?3, ?4, 1) \
            ON CONFLICT (id) DO UPDATE SET status = ?2, sessions_end_before = ?3, erased_at = ?4, is_confirmed = 1, \
            returned_at = CASE ?2 WHEN 'erased' THEN NULL ELSE returned_at END
            """)
        try row.bind(1, account)
        switch standing {
        case .active(let end):
            try row.bind(2, "active")
            try row.bind(3, end?.rawValue)
        case .disabled: try row.bind(2, "disabled")
        case .erased:
            try row.bind(2, "erased")
            try row.bind(4, now.rawValue)
        }
        try row.run()
    }

    /// The feed is being read anew and has an account: notes it when the account was erased before.
    func noteReturn(of account: String, at now: UnixTime) throws(StorageError) {
        let row = try connection.prepare("UPDATE account SET returned_at = ?2 WHERE id = ?1 AND status = 'erased'")
        try row.bind(1, account)
        try row.bind(2, now.rawValue)
        try row.run()
    }

    /// What came back before a moment is told of no more.
    func forgetReturns(before moment: UnixTime) throws(StorageError) {
        let row = try connection.prepare("UPDATE account SET returned_at = NULL WHERE returned_at < ?1")
        try row.bind(1, moment.rawValue)
        try row.run()
    }

    /// Accounts that were erased, came back and are still there; at most 1000 of them.
    func returned() throws(StorageError) -> [AccountID] {
        let row = try connection.prepare("SELECT id FROM account WHERE returned_at IS NOT NULL ORDER BY id LIMIT 1000")
        var accounts: [AccountID] = []
        while try row.step() { if let account = AccountID(row.text(0)) { accounts.append(account) } }
        return accounts
    }

    /// How many accounts were erased, came back and are still there.
    func returnedCount() throws(StorageError) -> Int {
        let row = try connection.prepare("SELECT count(*) FROM account WHERE returned_at IS NOT NULL")
        return try row.step() ? Int(row.int64(0)) : 0
    }

    /// Forgets accounts that were erased before a moment.
    func deleteErased(before moment: UnixTime, limit: Int) throws(StorageError) {
        let row = try connection.prepare(
            "DELETE FROM account WHERE id IN (SELECT id FROM account WHERE erased_at < ?1 LIMIT ?2)")
        try row.bind(1, moment.rawValue)
        try row.bind(2, limit)
        try row.run()
    }

    // MARK: Reading the feed again

    /// The feed begins again: what it does not repeat will count as erased.
    func beginRereading(at now: UnixTime) throws(StorageError) {
        try connection.execute("UPDATE account SET is_confirmed = 0")
        let row = try connection.prepare(
            "INSERT INTO rereading (one, began_at) VALUES (1, ?1) ON CONFLICT (one) DO UPDATE SET began_at = ?1")
        try row.bind(1, now.rawValue)
        try row.run()
    }

    /// When the present rereading began; nil while there is none.
    func rereadingSince() throws(StorageError) -> UnixTime? {
        let row = try connection.prepare("SELECT began_at FROM rereading")
        return try row.step() ? UnixTime(milliseconds: row.int64(0)) : nil
    }

    /// How many accounts there are, as far as the feed has told.
    func count() throws(StorageError) -> Int {
        let row = try connection.prepare("SELECT count(*) FROM account WHERE status <> 'erased'")
        return try row.step() ? Int(row.int64(0)) : 0
    }

    /// The feed has been read again to its end, and it is known what becomes of what it did not repeat.
    func endRereading() throws(StorageError) { try connection.execute("DELETE FROM rereading") }

    /// Adds an account with sessions that the feed has never told of, as one that it has not repeated.
    func addUnconfirmed(_ account: AccountID) throws(StorageError) {
        let row = try connection.prepare(
            "INSERT INTO account (id, status, is_confirmed) VALUES (?1, 'active', 0) ON CONFLICT (id) DO NOTHING")
        try row.bind(1, account.text)
        try row.run()
    }

    /// Whether the feed, as it was read last, has an account.
    func isConfirmed(_ account: AccountID) throws(StorageError) -> Bool {
        let row = try connection.prepare(
            "SELECT 1 FROM account WHERE id = ?1 AND is_confirmed = 1 AND status <> 'erased'")
        try row.bind(1, account.text)
        return try row.step()
    }

    /// The accounts that the feed has not repeated.
    func unconfirmed() throws(StorageError) -> [AccountID] {
        let row = try connection.prepare("SELECT id FROM account WHERE is_confirmed = 0 AND status <> 'erased'")
        var accounts: [AccountID] = []
        while try row.step() { if let account = AccountID(row.text(0)) { accounts.append(account) } }
        return accounts
    }
}
