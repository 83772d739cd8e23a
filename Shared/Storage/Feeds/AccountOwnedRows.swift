// What a database holds for accounts that another service keeps, and how it goes with them.

public import Models

/// Rows that belong to accounts, and are deleted when the accounts feed says that their account has been erased.
///
/// A table that takes part has the columns `account` (text), `account_number` (integer or NULL) and `is_confirmed`
/// (integer, 1 in a new row). An id that is derived from an Apple user comes again when its person does, but an
/// account's number never does. So rows of an earlier account are told from those of the present one, however late the
/// feed is read.
public struct AccountOwnedRows: Sendable {
    /// How long an erased account is remembered, in seconds: far longer than a request can be on its way.
    public static let memoryOfErased: Int64 = 24 * 3600

    private let tables: [SQL]

    /// - Parameter tables: the names of the tables that take part.
    public init(_ tables: String...) { self.tables = tables.map(SQL.init(name:)) }

    /// The statement that makes the table of erased accounts.
    public static let erasedTable: SQL = """
        CREATE TABLE erased_account (
            account TEXT PRIMARY KEY NOT NULL,
            at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// Whether an account was erased recently: a request of its person may still be on its way.
    ///
    /// - Throws: `StorageError`.
    public func isErased(_ account: AccountID, in connection: Connection) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM erased_account WHERE account = \(account)")
    }

    /// Applies a page of the accounts feed and stores the cursor behind it, inside a `write`. Does nothing when it is
    /// not the next page: see `FeedCursorTable.apply`.
    ///
    /// After a feed that starts over has been read to its end, accounts that it did not name count as erased too,
    /// unless there are more than a few of them: see `AccountsDoubt`.
    ///
    /// - Parameters:
    ///   - read: Reads the value of a change.
    ///   - isClosed: Called for each account of the page that was not erased, with whether an operator has closed it.
    ///   - erase: Deletes the rows of an account in all tables that take part, tells followers of it, and gives how many
    ///     rows it has deleted, which are noted in the table of `ErasureReportTable`.
    /// - Throws: What the closures throw; `StorageError`.
    public func apply(
        _ page: FeedPage, at now: UnixTime, in connection: Connection,
        read: ([UInt8]) throws -> AccountChange, isClosed: (String, Bool) throws -> Void = { _, _ in },
        erase: (String) throws -> ErasedRowCounts
    ) throws {
        let cursor = try FeedCursorTable.apply(page, of: AccountChange.feed, in: connection) {
            try AccountsDoubt.forget(in: connection)
            try ErasureReportTable.forgetAll(in: connection)
            for table in tables { try connection.run("UPDATE \(table) SET is_confirmed = 0") }
        } apply: { change in
            guard let value = change.value else {
                let counts = try erase(change.key)
                try ErasureReportTable.record(counts, of: change.key, at: change.sequence, in: connection)
                return try remember(change.key, at: now, in: connection)
            }
            let account = try read(value)
            if let number = account.number, try hasRows(of: change.key, before: number, in: connection) {
                let counts = try erase(change.key)
                try ErasureReportTable.record(counts, of: change.key, at: change.sequence, in: connection)
            }
            try confirm(change.key, account.number, in: connection)
            try isClosed(change.key, account.status == .disabled)
        }
        guard let cursor, cursor.sequence >= page.highWater else { return }
        try settleMissing(at: now, in: connection) { account in
            let counts = try erase(account)
            try ErasureReportTable.record(counts, of: account, at: cursor.sequence, in: connection)
        }
        try connection.run(
            "DELETE FROM erased_account WHERE at < \(now.adding(seconds: -AccountOwnedRows.memoryOfErased))")
    }

    /// Whether there is nothing of accounts that the feed, as it was read last, does not tell of: what it told of up to
    /// here to be erased is.
    ///
    /// - Throws: `StorageError`.
    public func isSettled(in connection: Connection) throws(StorageError) -> Bool {
        for table in tables {
            if try connection.exists("SELECT 1 FROM \(table) WHERE is_confirmed = 0 LIMIT 1") { return false }
        }
        return true
    }

    /// The feed has been read to its end: decides about accounts that it did not tell of since it started over.
    private func settleMissing(
        at now: UnixTime, in connection: Connection, erase: (String) throws -> Void
    ) throws {
        let missing = try missing(in: connection)
        let result = try AccountsDoubt.judge(
            missing: missing.count, of: { () throws(StorageError) in try count(in: connection) }, in: connection)
        switch result {
        case .erase:
            for account in missing {
                try erase(account)
                // No tombstone comes for it: a request on its way must not make rows that nothing deletes any more.
                try remember(account, at: now, in: connection)
            }
        case .keep, .wait: break
        }
    }

    private func remember(_ account: String, at now: UnixTime, in connection: Connection) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO erased_account (account, at) VALUES (\(account), \(now)) \
            ON CONFLICT (account) DO UPDATE SET at = excluded.at
            """)
    }

    /// Whether rows are left of an account that had this id before the present one.
    ///
    /// Rows that an operator has decided to keep are for whoever comes again with the id: the numbers of another
    /// database say nothing about them.
    private func hasRows(of account: String, before number: Int64, in connection: Connection) throws(StorageError)
        -> Bool
    {
        for table in tables {
            let found = try connection.exists(
                """
                SELECT 1 FROM \(table) WHERE account = \(account) AND account_number < \(number) \
                AND (is_confirmed = 1 OR NOT EXISTS (SELECT 1 FROM accounts_kept)) LIMIT 1
                """)
            if found { return true }
        }
        return false
    }

    /// The account is there: its rows stay, and whatever was said of one with its id before is over.
    private func confirm(_ account: String, _ number: Int64?, in connection: Connection) throws(StorageError) {
        for table in tables {
            try connection.run(
                """
                UPDATE \(table) SET is_confirmed = 1, account_number = coalesce(\(number), account_number) \
                WHERE account = \(account) AND (is_confirmed = 0 OR account_number IS NULL)
                """)
        }
        try connection.run("DELETE FROM erased_account WHERE account = \(account)")
    }

    /// Accounts with rows that the feed has not told of since it started over.
    private func missing(in connection: Connection) throws(StorageError) -> Set<String> {
        var accounts: Set<String> = []
        for table in tables {
            accounts.formUnion(
                try connection.values("SELECT DISTINCT account FROM \(table) WHERE is_confirmed = 0"))
        }
        return accounts
    }

    /// How many accounts have rows.
    private func count(in connection: Connection) throws(StorageError) -> Int {
        // Begins with no rows, so that each table is added in the same way.
        let accounts = tables.reduce("SELECT account FROM erased_account WHERE 1 = 0" as SQL) {
            "\($0) UNION SELECT account FROM \($1)"
        }
        return try connection.value("SELECT count(*) FROM (\(accounts)) AS accounts") ?? 0
    }
}
