import Models
import Storage

extension SessionStore {
    /// Stores a token in place of an earlier token of the same account and client. If the account is erased, the token
    /// is due for revocation at once.
    func keepAppleToken(
        _ sealed: [UInt8], of account: AccountID, client: String, at now: UnixTime
    ) async throws(SessionStoreError) {
        try await write { connection in
            let isErased = try connection.accounts.status(of: account) == .erased
            try connection.run(
                "DELETE FROM apple_token WHERE account = \(account) AND client_id = \(client) AND revoke_at IS NULL")
            try connection.run(
                """
                INSERT INTO apple_token (account, client_id, sealed, created_at, revoke_at) \
                VALUES (\(account), \(client), \(sealed), \(now), \(isErased ? now : nil))
                """)
        }
    }

    func dueAppleRevocations(at now: UnixTime, limit: Int) async throws(SessionStoreError) -> [AppleRevocation] {
        try await read { connection in
            try connection.all(
                """
                SELECT number, account, client_id, sealed, failures FROM apple_token WHERE revoke_at <= \(now) \
                ORDER BY revoke_at, number
                """, limit: limit, AppleRevocation.init)
        }
    }

    func postponeAppleRevocation(
        _ number: Int64, until moment: UnixTime, failures: Int
    ) async throws(SessionStoreError) {
        try await write {
            _ = try $0.run(
                "UPDATE apple_token SET revoke_at = \(moment), failures = \(failures) WHERE number = \(number)")
        }
    }

    func forgetAppleRevocations(dueBefore moment: UnixTime) async throws(SessionStoreError) {
        try await write { _ = try $0.run("DELETE FROM apple_token WHERE revoke_at < \(moment)") }
    }

    func removeAppleRevocation(_ number: Int64) async throws(SessionStoreError) {
        try await write { _ = try $0.run("DELETE FROM apple_token WHERE number = \(number)") }
    }

    // MARK: Moving to another team

    /// Returns tokens of existing accounts, after the row `number`, without a request for a transfer id to this team.
    func appleTokens(
        notPreparedFor team: String, after number: Int64, limit: Int
    ) async throws(SessionStoreError) -> [AppleRevocation] {
        try await read { connection in
            try connection.all(
                """
                SELECT number, account, client_id, sealed, failures FROM apple_token WHERE revoke_at IS NULL \
                AND number > \(number) AND (transfer_team IS NULL OR transfer_team <> \(team)) ORDER BY number
                """, limit: limit, AppleRevocation.init)
        }
    }

    /// Stores that a transfer id was requested. `alias` is derived from it; nil if Apple has no transfer id.
    func prepare(
        _ token: Int64, of account: AccountID, for team: String, alias: AccountID?
    ) async throws(SessionStoreError) {
        try await write { connection in
            let prepared = try connection.run(
                "UPDATE apple_token SET transfer_team = \(team) WHERE number = \(token) AND revoke_at IS NULL")
            // The account may have been erased in between, together with its aliases.
            guard prepared == 1, let alias else { return }
            try connection.appleAliases.insert(alias, of: account)
        }
    }

    /// Returns the account of an Apple user. The first time that a transfer id leads to an account, the new user id is
    /// stored, so that it leads there later, too.
    func appleAccount(_ names: AppleNames) async throws(SessionStoreError) -> AccountID {
        let (id, transfer) = (names.account, names.transfer)
        let known = try await read { connection in
            if let account = try connection.appleAliases.account(of: id) { return (account: account, isNew: false) }
            let account = try transfer.flatMap { alias throws(StorageError) in
                try connection.appleAliases.account(of: alias)
            }
            return (account: account ?? id, isNew: account != nil && account != id)
        }
        guard known.isNew else { return known.account }
        try await write { try $0.appleAliases.insert(id, of: known.account) }
        return known.account
    }
}

extension AppleRevocation {
    fileprivate init(_ row: borrowing Row) throws(StorageError) {
        try self.init(
            number: row["number"], account: row["account"], client: row["client_id"], sealed: row["sealed"],
            failures: row["failures"])
    }
}

/// The table `apple_alias`: the account behind a transfer id, and a user's id in another team.
struct AppleAliasTable {
    /// The table of aliases. `id` is derived from Apple's id, as the account's was (`AppleAccount`).
    static let table: SQL = """
        CREATE TABLE apple_alias (
            id TEXT PRIMARY KEY NOT NULL,
            account TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX apple_alias_by_account ON apple_alias (account);
        """

    let connection: Connection

    func account(of alias: AccountID) throws(StorageError) -> AccountID? {
        try connection.value("SELECT account FROM apple_alias WHERE id = \(alias)")
    }

    func insert(_ alias: AccountID, of account: AccountID) throws(StorageError) {
        try connection.run(
            "INSERT INTO apple_alias (id, account) VALUES (\(alias), \(account)) ON CONFLICT (id) DO NOTHING")
    }

    func delete(of account: AccountID) throws(StorageError) -> Int {
        try connection.run("DELETE FROM apple_alias WHERE account = \(account)")
    }
}
