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
        let old = try connection.prepare("DELETE FROM apple_token WHERE account = ?1 AND revoke_at IS NULL")
        try old.bind(1, account.text)
        try old.run()
        let row = try connection.prepare(
            "INSERT INTO apple_token (account, sealed, created_at, revoke_at) VALUES (?1, ?2, ?3, ?4)")
        try row.bind(1, account.text)
        try row.bind(2, sealed)
        try row.bind(3, now.rawValue)
        try row.bind(4, revokeAt?.rawValue)
        try row.run()
    }

    /// The account has been erased: its token is to be revoked.
    func revoke(of account: String, at now: UnixTime) throws(StorageError) {
        let row = try connection.prepare(
            "UPDATE apple_token SET revoke_at = ?2 WHERE account = ?1 AND revoke_at IS NULL")
        try row.bind(1, account)
        try row.bind(2, now.rawValue)
        try row.run()
    }

    func due(at now: UnixTime, limit: Int) throws(StorageError) -> [AppleRevocation] {
        let row = try connection.prepare(
            """
            SELECT number, account, sealed, failures FROM apple_token WHERE revoke_at <= ?1 \
            ORDER BY revoke_at, number LIMIT ?2
            """)
        try row.bind(1, now.rawValue)
        try row.bind(2, limit)
        var due: [AppleRevocation] = []
        while try row.step() {
            guard let account = AccountID(row.text(1)) else { continue }
            due.append(
                AppleRevocation(
                    number: row.int64(0), account: account, sealed: row.blob(2), failures: Int(row.int64(3))))
        }
        return due
    }

    func postpone(_ number: Int64, until moment: UnixTime, failures: Int) throws(StorageError) {
        let row = try connection.prepare("UPDATE apple_token SET revoke_at = ?2, failures = ?3 WHERE number = ?1")
        try row.bind(1, number)
        try row.bind(2, moment.rawValue)
        try row.bind(3, failures)
        try row.run()
    }

    /// Deletes what should have been revoked before a moment.
    func deleteDue(before moment: UnixTime) throws(StorageError) {
        let row = try connection.prepare("DELETE FROM apple_token WHERE revoke_at < ?1")
        try row.bind(1, moment.rawValue)
        try row.run()
    }

    func delete(_ number: Int64) throws(StorageError) {
        let row = try connection.prepare("DELETE FROM apple_token WHERE number = ?1")
        try row.bind(1, number)
        try row.run()
    }
}
