import Models
import Storage

/// The table `apple_alias`: the account behind a transfer id, and a user's id in another team.
struct AppleAliasTable {
    /// `id` is derived from Apple's id for the user, like the account's own id (`AppleAccount`). `transfer_team` of a
    /// token is the team whose transfer id was requested.
    static let table: SQL = """
        CREATE TABLE apple_alias (
            id TEXT PRIMARY KEY NOT NULL,
            account TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX apple_alias_by_account ON apple_alias (account);
        """
    static let prepared: SQL = "ALTER TABLE apple_token ADD COLUMN transfer_team TEXT"

    let connection: Connection

    func account(of alias: AccountID) throws(StorageError) -> AccountID? {
        try connection.value("SELECT account FROM apple_alias WHERE id = \(alias)")
    }

    func insert(_ alias: AccountID, of account: AccountID) throws(StorageError) {
        try connection.run(
            "INSERT INTO apple_alias (id, account) VALUES (\(alias), \(account)) ON CONFLICT (id) DO NOTHING")
    }

    /// Returns the number of deleted rows.
    func delete(of account: AccountID) throws(StorageError) -> Int {
        try connection.run("DELETE FROM apple_alias WHERE account = \(account)")
    }
}
