import Models
import Storage

/// The table `apple_alias`: the account behind a transfer id, and a user's id in another team.
struct AppleAliasTable {
    /// `id` is derived from what Apple calls the person, as the id of their account was (`AppleAccount`).
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
