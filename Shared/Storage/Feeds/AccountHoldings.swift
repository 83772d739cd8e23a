// What a database holds for accounts that another service keeps, and how it goes with them.

public import Models

/// Rows that belong to accounts: they go when the accounts feed says that their account has been erased.
///
/// A table that takes part has the columns `account` (text), `account_number` (integer or NULL) and `is_confirmed` (integer,
/// 1 in a new row). An id can come again when it is derived from a person who comes again; the number never does, so rows of
/// the former account are told from those of the present one, however late the news come.
public struct AccountHoldings: Sendable {
    /// How long an erased account is remembered, in seconds: far longer than a request can be on its way.
    public static let memoryOfErased: Int64 = 24 * 3600

    private let tables: [String]

    /// - Parameter tables: the names of the tables that take part.
    public init(_ tables: String...) { self.tables = tables }

    /// Makes the table of erased accounts; for a migration.
    ///
    /// - Throws: `StorageError`.
    public static func createErased(in connection: Connection) throws(StorageError) {
        try connection.execute(
            """
            CREATE TABLE erased_account (
                account TEXT PRIMARY KEY NOT NULL,
                at INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID
            """)
    }

    /// Whether an account is one that has been erased of late: a request of its person may still be on its way.
    ///
    /// - Throws: `StorageError`.
    public func isErased(_ account: AccountID, in connection: Connection) throws(StorageError) -> Bool {
        let row = try connection.prepare("SELECT 1 FROM erased_account WHERE account = ?1")
        try row.bind(1, account.text)
        return try row.step()
    }

    /// Takes over a page of the accounts feed, and the cursor behind it, inside a `write`.
    ///
    /// After a feed that starts over has been read to its end, accounts that it did not tell of count as erased too, unless
    /// they are more than a few: see `AccountsDoubt`.
    ///
    /// - Parameters:
    ///   - read: reads the value of a change.
    ///   - isClosed: called for each account that is there, with whether an operator has closed it.
    ///   - erase: deletes the rows of an account, in all tables that take part, and tells followers of it.
    /// - Throws: what the closures throw; `StorageError`.
    public func apply(
        _ page: FeedPage, at now: UnixTime, in connection: Connection,
        read: ([UInt8]) throws -> AccountChange, isClosed: (String, Bool) throws -> Void = { _, _ in },
        erase: (String) throws -> Void
    ) throws {
        let cursor = try FeedCursorTable.apply(page, of: AccountChange.feed, in: connection) {
            try AccountsDoubt.forget(in: connection)
            for table in tables { try connection.execute("UPDATE \(table) SET is_confirmed = 0") }
        } apply: { change in
            guard let value = change.value else {
                try erase(change.key)
                return try remember(change.key, at: now, in: connection)
            }
            let account = try read(value)
            if let number = account.number, try hasRows(of: change.key, before: number, in: connection) {
                try erase(change.key)
            }
            try confirm(change.key, account.number, in: connection)
            try isClosed(change.key, account.status == .disabled)
        }
        guard cursor.sequence >= page.highWater else { return }
        try settleMissing(in: connection, erase: erase)
        let forget = try connection.prepare("DELETE FROM erased_account WHERE at < ?1")
        try forget.bind(1, now.adding(seconds: -AccountHoldings.memoryOfErased).rawValue)
        try forget.run()
    }

    /// The feed has been read to its end: decides about accounts that it did not tell of since it started over.
    private func settleMissing(in connection: Connection, erase: (String) throws -> Void) throws {
        let missing = try missing(in: connection)
        let verdict = try AccountsDoubt.judge(
            missing: missing.count, of: { () throws(StorageError) in try count(in: connection) }, in: connection)
        switch verdict {
        case .erase: for account in missing { try erase(account) }
        case .keep, .wait: break
        }
    }

    private func remember(_ account: String, at now: UnixTime, in connection: Connection) throws(StorageError) {
        let row = try connection.prepare(
            "INSERT INTO erased_account (account, at) VALUES (?1, ?2) ON CONFLICT (account) DO UPDATE SET at = ?2")
        try row.bind(1, account)
        try row.bind(2, now.rawValue)
        try row.run()
    }

    /// Whether rows are left that belong to an account which had this id before the one that has it now.
    ///
    /// What an operator keeps is for whoever comes again with its id: the numbers of another database say nothing about it.
    private func hasRows(of account: String, before number: Int64, in connection: Connection) throws(StorageError)
        -> Bool
    {
        for table in tables {
            let row = try connection.prepare(
                """
                SELECT 1 FROM \(table) WHERE account = ?1 AND account_number < ?2 \
                AND (is_confirmed = 1 OR NOT EXISTS (SELECT 1 FROM accounts_kept)) LIMIT 1
                """)
            try row.bind(1, account)
            try row.bind(2, number)
            if try row.step() { return true }
        }
        return false
    }

    /// The account is there: its rows stay, and whatever was said of one with its id before is over.
    private func confirm(_ account: String, _ number: Int64?, in connection: Connection) throws(StorageError) {
        for table in tables {
            let row = try connection.prepare(
                """
                UPDATE \(table) SET is_confirmed = 1, account_number = coalesce(?2, account_number) \
                WHERE account = ?1 AND (is_confirmed = 0 OR account_number IS NULL)
                """)
            try row.bind(1, account)
            try row.bind(2, number)
            try row.run()
        }
        let row = try connection.prepare("DELETE FROM erased_account WHERE account = ?1")
        try row.bind(1, account)
        try row.run()
    }

    /// Accounts with rows that the feed has not told of since it started over.
    private func missing(in connection: Connection) throws(StorageError) -> Set<String> {
        var accounts: Set<String> = []
        for table in tables {
            let row = try connection.prepare("SELECT DISTINCT account FROM \(table) WHERE is_confirmed = 0")
            while try row.step() { accounts.insert(row.text(0)) }
        }
        return accounts
    }

    /// How many accounts have rows.
    private func count(in connection: Connection) throws(StorageError) -> Int {
        let accounts = tables.map { "SELECT account FROM \($0)" }.joined(separator: " UNION ")
        let row = try connection.prepare("SELECT count(*) FROM (\(accounts))")
        return try row.step() ? Int(row.int64(0)) : 0
    }
}
