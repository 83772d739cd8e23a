// When so many accounts are missing in their feed that a lost database is likelier than so many erasures.

/// Accounts that a feed did not repeat when it was read anew, and what is done about them.
///
/// A few count as erased. More than a few are kept and doubted until an operator decides, or until the feed is read
/// anew and has them.
public enum AccountsDoubt {
    /// What an operator says of doubted accounts.
    public enum Decision: String, ColumnValue, Sendable {
        /// They are gone: what is kept of them is erased.
        case erase
        /// They stay, until the feed is read anew once more.
        case keep
    }

    /// How many accounts are doubted, and of how many.
    public struct Count: Hashable, Sendable {
        public var missing: Int
        public var total: Int
    }

    /// What is to be done with the missing ones.
    public enum CheckResult: Sendable { case erase, keep, wait }

    /// More than this number, and more than this part of all, are not erased unasked; nor is the greater half of a few.
    private static let few = 10

    static func isTooMany(_ missing: Int, of total: Int) -> Bool {
        missing * 2 > total || (missing > few && missing * 10 > total)
    }

    static func createTable(in connection: Connection) throws(StorageError) {
        try connection.execute(
            """
            CREATE TABLE IF NOT EXISTS accounts_doubt (
                one INTEGER PRIMARY KEY CHECK (one = 1),
                missing INTEGER NOT NULL,
                total INTEGER NOT NULL,
                decision TEXT CHECK (decision IN ('erase', 'keep'))
            ) STRICT;
            CREATE TABLE IF NOT EXISTS accounts_kept (
                one INTEGER PRIMARY KEY CHECK (one = 1),
                kept INTEGER NOT NULL
            ) STRICT;
            """)
    }

    /// How many are doubted; nil when none are.
    ///
    /// - Throws: `StorageError`.
    public static func read(in connection: Connection) throws(StorageError) -> Count? {
        try connection.first("SELECT missing, total FROM accounts_doubt WHERE decision IS NULL") {
            row throws(StorageError) in Count(missing: try row["missing"], total: try row["total"])
        }
    }

    /// How many accounts are kept by an operator's word that the feed, as it was read last, does not have.
    ///
    /// - Throws: `StorageError`.
    public static func kept(in connection: Connection) throws(StorageError) -> Int {
        try connection.value("SELECT kept FROM accounts_kept") ?? 0
    }

    /// Stores what an operator has decided, inside a `write`. It is carried out with the next page of the feed. False
    /// when no accounts are doubted or kept.
    ///
    /// Accounts that are kept can still be erased later. Accounts that have been erased are gone, so `keep` must come
    /// before the page that would erase them.
    ///
    /// - Throws: `StorageError`.
    public static func decide(_ decision: Decision, in connection: Connection) throws(StorageError) -> Bool {
        if try connection.run("UPDATE accounts_doubt SET decision = \(decision)") > 0 { return true }
        let kept = try kept(in: connection)
        guard kept > 0 else { return false }
        guard decision == .erase else { return true }
        try connection.run(
            "INSERT INTO accounts_doubt (one, missing, total, decision) VALUES (1, \(kept), \(kept), \(decision))")
        return true
    }

    /// Whether accounts are doubted, or kept by an operator's word.
    ///
    /// - Throws: `StorageError`.
    public static func hasMissing(in connection: Connection) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM accounts_doubt UNION ALL SELECT 1 FROM accounts_kept")
    }

    /// Whether an operator has decided what is still to be done.
    ///
    /// - Throws: `StorageError`.
    public static func hasDecision(in connection: Connection) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM accounts_doubt WHERE decision IS NOT NULL")
    }

    /// The feed begins anew: what was doubted is looked at again at its end.
    ///
    /// - Throws: `StorageError`.
    public static func forget(in connection: Connection) throws(StorageError) {
        try connection.execute("DELETE FROM accounts_doubt; DELETE FROM accounts_kept")
    }

    /// What is to be done with the accounts that a feed, read anew to its end, does not have. Accounts that are kept
    /// stay marked as missing, so that they can be found later.
    ///
    /// - Parameter total: Counts all accounts; called only when it is needed.
    /// - Throws: `StorageError`.
    public static func judge(
        missing: Int, of total: () throws(StorageError) -> Int, in connection: Connection
    ) throws(StorageError) -> CheckResult {
        let decided = try connection.first("SELECT decision FROM accounts_doubt") { row throws(StorageError) in
            Optional.some(try row["decision"] as Decision?)
        }
        guard let decision = decided else {
            if try kept(in: connection) > 0 {
                try keep(missing, in: connection)
                return .keep
            }
            guard missing > 0 else { return .erase }
            let total = try total()
            guard isTooMany(missing, of: total) else { return .erase }
            try doubt(missing, of: total, in: connection)
            return .wait
        }
        switch decision {
        case .erase, .keep:
            try forget(in: connection)
            guard decision == .keep else { return .erase }
            try keep(missing, in: connection)
            return .keep
        case nil where missing == 0:
            try forget(in: connection)
            return .keep
        case nil:
            try doubt(missing, of: try total(), in: connection)
            return .wait
        }
    }

    /// Notes how many are kept; some may have been found or erased meanwhile.
    private static func keep(_ missing: Int, in connection: Connection) throws(StorageError) {
        guard missing > 0 else { return try forget(in: connection) }
        try connection.run(
            """
            INSERT INTO accounts_kept (one, kept) VALUES (1, \(missing)) \
            ON CONFLICT (one) DO UPDATE SET kept = excluded.kept
            """)
    }

    private static func doubt(_ missing: Int, of total: Int, in connection: Connection) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO accounts_doubt (one, missing, total) VALUES (1, \(missing), \(total)) \
            ON CONFLICT (one) DO UPDATE SET missing = excluded.missing, total = excluded.total
            """)
    }
}
