// Rows of the table `apple_token`: what can be revoked at Apple, and what has to be.

import Models
import Storage

/// The table `apple_token`.
struct AppleTokenTable {
    let connection: Connection

    /// Keeps a token in place of the account's earlier one, or to be revoked at once.
    func insert(
        _ sealed: [UInt8], of account: AccountID, at now: UnixTime, revokeAt: UnixTime?
    ) throws(StorageError) {
        try connection.run("DELETE FROM apple_token WHERE account = \(account) AND revoke_at IS NULL")
        try connection.run(
            """
            INSERT INTO apple_token (account, sealed, created_at, revoke_at) \
            VALUES (\(account), \(sealed), \(now), \(revokeAt))
            """)
    }

    /// The account has been erased: its token is to be revoked.
    func revoke(of account: AccountID, at now: UnixTime) throws(StorageError) {
        try connection.run("UPDATE apple_token SET revoke_at = \(now) WHERE account = \(account) AND revoke_at IS NULL")
    }

    /// How many tokens there are of an account, to be revoked or not.
    func count(of account: AccountID) throws(StorageError) -> Int {
        try connection.value("SELECT count(*) FROM apple_token WHERE account = \(account)") ?? 0
    }

    /// What is to be revoked, at most so many of those that can be read.
    func due(at now: UnixTime, limit: Int) throws(StorageError) -> [AppleRevocation] {
        try connection.all(
            """
            SELECT number, account, sealed, failures FROM apple_token WHERE revoke_at <= \(now) \
            ORDER BY revoke_at, number
            """, limit: limit
        ) { row throws(StorageError) in
            try AppleRevocation(
                number: row["number"], account: row["account"], sealed: row["sealed"], failures: row["failures"])
        }
    }

    func postpone(_ number: Int64, until moment: UnixTime, failures: Int) throws(StorageError) {
        try connection.run(
            "UPDATE apple_token SET revoke_at = \(moment), failures = \(failures) WHERE number = \(number)")
    }

    /// Deletes what should have been revoked before a moment.
    func deleteDue(before moment: UnixTime) throws(StorageError) {
        try connection.run("DELETE FROM apple_token WHERE revoke_at < \(moment)")
    }

    func delete(_ number: Int64) throws(StorageError) {
        try connection.run("DELETE FROM apple_token WHERE number = \(number)")
    }
}
