public import Models

/// The accounts that are missing from the accounts feed when it is read again from its beginning. A few of them count
/// as erased. More are kept “in doubt”, until an operator decides or the feed, read once more, contains them.
public enum AccountsDoubt {
    /// The number of accounts in doubt, and of all accounts.
    public struct Count: Hashable, Sendable {
        public var missing: Int
        public var total: Int
    }

    public enum CheckResult: Sendable { case erase, keep, wait }

    /// Up to this number of missing accounts, or up to a tenth of all, count as erased, but never more than half.
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

    /// Returns the counts; nil if no account is in doubt, and once an operator has decided.
    public static func read(in connection: Connection) throws(StorageError) -> Count? {
        try connection.first("SELECT missing, total FROM accounts_doubt WHERE decision IS NULL") {
            row throws(StorageError) in Count(missing: try row["missing"], total: try row["total"])
        }
    }

    /// Returns the number of accounts that an operator has kept although the feed does not contain them.
    public static func kept(in connection: Connection) throws(StorageError) -> Int {
        try connection.value("SELECT kept FROM accounts_kept") ?? 0
    }

    /// Stores an operator's decision, inside a `write`; returns false if no accounts are in doubt or kept. The decision
    /// takes effect when the next page of the feed is applied: until then all these accounts stay. A later `keep`
    /// replaces `erase` only before that page.
    public static func decide(
        _ decision: DecideMissingAccounts.Decision, in connection: Connection
    ) throws(StorageError) -> Bool {
        if try connection.run("UPDATE accounts_doubt SET decision = \(decision)") > 0 { return true }
        let kept = try kept(in: connection)
        guard kept > 0 else { return false }
        guard decision == .erase else { return true }
        try connection.run(
            "INSERT INTO accounts_doubt (one, missing, total, decision) VALUES (1, \(kept), \(kept), \(decision))")
        return true
    }

    /// Whether accounts are in doubt, or kept by an operator.
    public static func hasMissing(in connection: Connection) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM accounts_doubt UNION ALL SELECT 1 FROM accounts_kept")
    }

    /// Whether a decision waits to be carried out.
    public static func hasDecision(in connection: Connection) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM accounts_doubt WHERE decision IS NOT NULL")
    }

    /// Forgets all doubts, because the feed starts over: all accounts are checked again at its end.
    public static func forget(in connection: Connection) throws(StorageError) {
        try connection.execute("DELETE FROM accounts_doubt; DELETE FROM accounts_kept")
    }

    /// Decides about the accounts that a feed, read again to its end, does not contain. Stores their number if they are
    /// kept or in doubt.
    /// - Parameter total: Counts all accounts. Called only when the number is needed.
    public static func judge(
        missing: Int, of total: () throws(StorageError) -> Int, in connection: Connection
    ) throws(StorageError) -> CheckResult {
        let decided = try connection.first("SELECT decision FROM accounts_doubt") { row throws(StorageError) in
            Optional.some(try row["decision"] as DecideMissingAccounts.Decision?)
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

    /// Records the number of kept accounts. Some may have been found or erased since the decision.
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
