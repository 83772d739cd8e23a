// Rows of the tables `password` and `password_reset`.

import Models
import Storage

/// The table `password`.
struct PasswordTable {
    let connection: Connection

    private static let columns = """
        a.id, a.status, p.generation, p.salt, p.hash, p.rounds, p.block_size, p.parallelism
        """
    private static let byID =
        "SELECT \(columns) FROM account a JOIN password p ON p.account = a.number WHERE a.id = ?1"
    private static let byName =
        "SELECT \(columns) FROM sign_in_name n JOIN account a ON a.number = n.account "
        + "JOIN password p ON p.account = a.number WHERE n.name = ?1"

    /// Nil when there is no such account, or it has no password.
    func find(_ account: AccountID) throws(StorageError) -> AccountPassword? {
        try find(PasswordTable.byID, account.text)
    }

    /// Nil when there is no account with this name, or it has no password.
    func find(_ name: LoginKey) throws(StorageError) -> AccountPassword? {
        try find(PasswordTable.byName, name.folded.value)
    }

    /// Sets the account's first password, or its next.
    func set(_ password: StoredPassword, of number: Int64, at now: UnixTime) throws(StorageError) {
        let statement = try connection.prepare(
            """
            INSERT INTO password (account, generation, salt, hash, rounds, block_size, parallelism, changed_at) \
            VALUES (?1, 1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (account) DO UPDATE SET generation = generation + 1, \
            salt = ?2, hash = ?3, rounds = ?4, block_size = ?5, parallelism = ?6, changed_at = max(changed_at, ?7)
            """)
        try bind(password, of: number, to: statement)
        try statement.bind(7, now.rawValue)
        try statement.run()
    }

    /// Removes the account's password, if it has one. Nobody signs in with one to it any more.
    func delete(of number: Int64) throws(StorageError) {
        let statement = try connection.prepare("DELETE FROM password WHERE account = ?1")
        try statement.bind(1, number)
        try statement.run()
    }

    /// Replaces the hash of the present password by another one of it.
    func strengthen(_ password: StoredPassword, of number: Int64) throws(StorageError) {
        let statement = try connection.prepare(
            "UPDATE password SET salt = ?2, hash = ?3, rounds = ?4, block_size = ?5, parallelism = ?6 WHERE account = ?1"
        )
        try bind(password, of: number, to: statement)
        try statement.run()
    }

    private func find(_ sql: String, _ key: String) throws(StorageError) -> AccountPassword? {
        let row = try connection.prepare(sql)
        try row.bind(1, key)
        guard try row.step() else { return nil }
        guard let account = AccountID(row.text(0)), let status = AccountStatus(rawValue: row.text(1)) else {
            throw .corrupt(path: "password", message: "the account of a password cannot be read")
        }
        let parameters = ScryptParameters(
            rounds: Int(row.int64(5)), blockSize: Int(row.int64(6)), parallelism: Int(row.int64(7)))
        let stored = StoredPassword(salt: row.blob(3), hash: row.blob(4), parameters: parameters)
        return AccountPassword(account: account, status: status, stored: stored, generation: row.int64(2))
    }

    private func bind(
        _ password: StoredPassword, of number: Int64, to statement: PreparedStatement
    ) throws(StorageError) {
        try statement.bind(1, number)
        try statement.bind(2, password.salt)
        try statement.bind(3, password.hash)
        try statement.bind(4, password.parameters.rounds)
        try statement.bind(5, password.parameters.blockSize)
        try statement.bind(6, password.parameters.parallelism)
    }
}

/// The table `password_reset`, and the count of requests.
struct PasswordResetTable {
    let connection: Connection

    /// Counts a request, so that one for nobody's address writes to the disk as well and takes as long as any other.
    func countRequest() throws(StorageError) {
        try connection.prepare("UPDATE reset_request_count SET requests = requests + 1").run()
    }

    /// Keeps a token in the place of an earlier one.
    func set(_ token: [UInt8], of number: Int64, until end: UnixTime) throws(StorageError) {
        let statement = try connection.prepare(
            "INSERT OR REPLACE INTO password_reset (account, token_hash, expires_at) VALUES (?1, ?2, ?3)")
        try statement.bind(1, number)
        try statement.bind(2, token)
        try statement.bind(3, end.rawValue)
        try statement.run()
    }

    /// Ends the account's token, if it has one.
    func delete(of number: Int64) throws(StorageError) {
        let statement = try connection.prepare("DELETE FROM password_reset WHERE account = ?1")
        try statement.bind(1, number)
        try statement.run()
    }

    /// Deletes the tokens whose time is over.
    func deleteExpired(at now: UnixTime) throws(StorageError) {
        let statement = try connection.prepare("DELETE FROM password_reset WHERE expires_at <= ?1")
        try statement.bind(1, now.rawValue)
        try statement.run()
    }
}
