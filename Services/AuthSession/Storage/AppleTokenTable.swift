import Models
import Storage

struct AppleTokenTable {
    let connection: Connection

    /// Stores a token in place of the account's earlier token of the same client; marks one of an erased account for
    /// revocation.
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

    func revoke(of account: AccountID, at now: UnixTime) throws(StorageError) {
        try connection.run("UPDATE apple_token SET revoke_at = \(now) WHERE account = \(account) AND revoke_at IS NULL")
    }

    func count(of account: AccountID) throws(StorageError) -> Int {
        try connection.value("SELECT count(*) FROM apple_token WHERE account = \(account)") ?? 0
    }

    /// The readable tokens that are due for revocation, at most `limit`.
    func due(at now: UnixTime, limit: Int) throws(StorageError) -> [AppleRevocation] {
        try connection.all(
            """
            SELECT number, account, client_id, sealed, failures FROM apple_token WHERE revoke_at <= \(now) \
            ORDER BY revoke_at, number
            """, limit: limit, AppleTokenTable.token)
    }

    /// Tokens of existing accounts after a row, without a requested transfer id for a team.
    func living(notPreparedFor team: String, after number: Int64, limit: Int) throws(StorageError) -> [AppleRevocation]
    {
        try connection.all(
            """
            SELECT number, account, client_id, sealed, failures FROM apple_token WHERE revoke_at IS NULL \
            AND number > \(number) AND (transfer_team IS NULL OR transfer_team <> \(team)) ORDER BY number
            """, limit: limit, AppleTokenTable.token)
    }

    /// False if the account was erased in between.
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

    func deleteDue(before moment: UnixTime) throws(StorageError) {
        try connection.run("DELETE FROM apple_token WHERE revoke_at < \(moment)")
    }

    func delete(_ number: Int64) throws(StorageError) {
        try connection.run("DELETE FROM apple_token WHERE number = \(number)")
    }
}
