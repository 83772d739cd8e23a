// Rows of the table `apple_token`: what can be revoked at Apple, and what has to be.

import Models
import Storage

/// The table `apple_token`.
struct AppleTokenTable {
    let connection: Connection

    /// Keeps a token in place of the account's earlier one of the same client, or to be revoked at once.
    func insert(
        _ sealed: [UInt8], of account: AccountID, client: String, at now: UnixTime, revokeAt: UnixTime?
    ) throws(StorageError) {
        try connection.run(
            "DELETE FROM apple_token WHERE account = \(account) AND client_id = \(client) AND revoke_at IS NULL")
        try connection.run(
            """
            INSERT INTO apple_token (account, client_id, sealed, created_at, revoke_at) \
            VALUES (\(account), \(client), \(sealed), \(now), \(revokeAt))
            """)
    }

    /// The account has been erased: its tokens are to be revoked.
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
            SELECT number, account, client_id, sealed, failures FROM apple_token WHERE revoke_at <= \(now) \
            ORDER BY revoke_at, number
            """, limit: limit, AppleTokenTable.token)
    }

    /// Those of accounts that are there, behind a row, whose person's transfer id for a team was not asked for.
    func living(notPreparedFor team: String, after number: Int64, limit: Int) throws(StorageError) -> [AppleRevocation]
    {
        try connection.all(
            """
            SELECT number, account, client_id, sealed, failures FROM apple_token WHERE revoke_at IS NULL \
            AND number > \(number) AND (transfer_team IS NULL OR transfer_team <> \(team)) ORDER BY number
            """, limit: limit, AppleTokenTable.token)
    }

    /// Notes for which team the transfer id of a token's person was asked for; false when the account has gone meanwhile.
    func prepare(_ number: Int64, for team: String) throws(StorageError) -> Bool {
        try connection.run(
            "UPDATE apple_token SET transfer_team = \(team) WHERE number = \(number) AND revoke_at IS NULL") == 1
    }

    private static func token(_ row: borrowing Row) throws(StorageError) -> AppleRevocation {
        try AppleRevocation(
            number: row["number"], account: row["account"], client: row["client_id"], sealed: row["sealed"],
            failures: row["failures"])
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
