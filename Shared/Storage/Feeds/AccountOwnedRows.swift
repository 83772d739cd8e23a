public import Models

/// Rows of accounts, deleted when the accounts feed reports the erasure. Each table has the columns `account` (text),
/// `account_number` (integer or NULL) and `is_confirmed` (integer, 1 in a new row). An id that is derived from an Apple
/// user can return, but an account's number never does: it distinguishes the rows of an earlier account.
public struct AccountOwnedRows: Sendable {
    /// How long an erasure is remembered, in seconds: far longer than a request can be under way.
    public static let memoryOfErased: Int64 = 24 * 3600

    private let tables: [SQL]

    public init(_ tables: String...) { self.tables = tables.map(SQL.init(name:)) }

    /// The tables that a service with such rows needs in addition to its own tables.
    public static let requiredTables: SQL = """
        \(erasedTable)
        \(FeedCursorTable.table)
        \(ErasureReportTable.table)
        \(PerformedActTable.table)
        """

    static let erasedTable: SQL = """
        CREATE TABLE erased_account (
            account TEXT PRIMARY KEY NOT NULL,
            at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// Whether an account was erased recently. A request of its user may still be under way, and must not create rows.
    public func isErased(_ account: AccountID, in connection: Connection) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM erased_account WHERE account = \(account)")
    }

    /// Applies a page of the accounts feed and stores its cursor, inside a `write`. Does nothing if it is not the next
    /// page. At the end of a feed that started over, accounts that the feed did not name count as erased, unless they
    /// are many (`AccountsDoubt`).
    /// - Parameters:
    ///   - isClosed: Called with each account of the page that was not erased, and whether it is closed.
    ///   - erase: Deletes an account's rows, informs followers, and returns the numbers of deleted rows for
    ///     `ErasureReportTable`.
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
                try ErasureReportTable.record(erase(change.key), of: change.key, at: change.sequence, in: connection)
                return try remember(change.key, at: now, in: connection)
            }
            let account = try read(value)
            if let number = account.number, try hasRows(of: change.key, before: number, in: connection) {
                try ErasureReportTable.record(erase(change.key), of: change.key, at: change.sequence, in: connection)
            }
            try confirm(change.key, account.number, in: connection)
            try isClosed(change.key, account.status != .active)
        }
        guard let cursor, cursor.sequence >= page.highWater else { return }
        try settleMissing(at: now, in: connection) { account in
            try ErasureReportTable.record(erase(account), of: account, at: cursor.sequence, in: connection)
        }
        try connection.run(
            "DELETE FROM erased_account WHERE at < \(now.adding(seconds: -AccountOwnedRows.memoryOfErased))")
    }

    /// Whether every erasure in the feed so far was carried out, and no account is missing in the feed.
    public func isSettled(in connection: Connection) throws(StorageError) -> Bool {
        for table in tables {
            if try connection.exists("SELECT 1 FROM \(table) WHERE is_confirmed = 0 LIMIT 1") { return false }
        }
        return true
    }

    /// At the end of the feed, decides about the accounts that the feed has not named since it started over.
    private func settleMissing(at now: UnixTime, in connection: Connection, erase: (String) throws -> Void) throws {
        let missing = try missing(in: connection)
        let result = try AccountsDoubt.judge(
            missing: missing.count, of: { () throws(StorageError) in try count(in: connection) }, in: connection)
        guard result == .erase else { return }
        for account in missing {
            try erase(account)
            // The account is remembered as erased, so that requests under way create no rows that would stay.
            try remember(account, at: now, in: connection)
        }
    }

    private func remember(_ account: String, at now: UnixTime, in connection: Connection) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO erased_account (account, at) VALUES (\(account), \(now)) \
            ON CONFLICT (account) DO UPDATE SET at = excluded.at
            """)
    }

    /// Whether rows of an earlier account with this id exist. Rows that an operator has decided to keep count as rows
    /// of the next account with the id, because numbers from another database do not apply to them.
    private func hasRows(
        of account: String, before number: Int64, in connection: Connection
    ) throws(StorageError) -> Bool {
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

    /// Records that the account exists. Its rows stay, and its id no longer counts as missing or erased.
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

    private func missing(in connection: Connection) throws(StorageError) -> Set<String> {
        var accounts: Set<String> = []
        for table in tables {
            accounts.formUnion(try connection.values("SELECT DISTINCT account FROM \(table) WHERE is_confirmed = 0"))
        }
        return accounts
    }

    private func count(in connection: Connection) throws(StorageError) -> Int {
        // The query starts with a part without rows, so that each table is added in the same way.
        let accounts = tables.reduce("SELECT account FROM erased_account WHERE 1 = 0" as SQL) {
            "\($0) UNION SELECT account FROM \($1)"
        }
        return try connection.value("SELECT count(*) FROM (\(accounts)) AS accounts") ?? 0
    }
}
