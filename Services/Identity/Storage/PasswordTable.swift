import Models
import Storage

struct PasswordTable {
    let connection: Connection

    private static let columns: SQL = """
        a.id, a.status, p.generation, p.salt, p.hash, p.rounds, p.block_size, p.parallelism, p.imported
        """

    func find(_ account: AccountID) throws(StorageError) -> AccountPassword? {
        try connection.first(
            """
            SELECT \(PasswordTable.columns) FROM account a JOIN password p ON p.account = a.number WHERE a.id = \(account)
            """, AccountPassword.init)
    }

    func find(_ name: LoginKey) throws(StorageError) -> AccountPassword? {
        try connection.first(
            """
            SELECT \(PasswordTable.columns) FROM sign_in_name n JOIN account a ON a.number = n.account \
            JOIN password p ON p.account = a.number WHERE n.name = \(name.folded)
            """, AccountPassword.init)
    }

    func set(_ password: StoredPassword, of number: Int64, at now: UnixTime) throws(StorageError) {
        let parameters = password.parameters
        try connection.run(
            """
            INSERT INTO password (account, generation, salt, hash, rounds, block_size, parallelism, imported, \
            changed_at) VALUES (\(number), 1, \(password.salt), \(password.hash), \(parameters.rounds), \
            \(parameters.blockSize), \(parameters.parallelism), \(password.imported?.text.value), \(now)) \
            ON CONFLICT (account) DO UPDATE SET generation = password.generation + 1, salt = excluded.salt, hash = excluded.hash, \
            rounds = excluded.rounds, block_size = excluded.block_size, parallelism = excluded.parallelism, \
            imported = excluded.imported, changed_at = CASE WHEN excluded.changed_at > password.changed_at \
            THEN excluded.changed_at ELSE password.changed_at END
            """)
    }

    func delete(of number: Int64) throws(StorageError) {
        try connection.run("DELETE FROM password WHERE account = \(number)")
    }

    func strengthen(_ password: StoredPassword, of number: Int64) throws(StorageError) {
        let parameters = password.parameters
        try connection.run(
            """
            UPDATE password SET salt = \(password.salt), hash = \(password.hash), rounds = \(parameters.rounds), \
            block_size = \(parameters.blockSize), parallelism = \(parameters.parallelism), \
            imported = NULL WHERE account = \(number)
            """)
    }
}

extension AccountPassword {
    fileprivate init(_ row: borrowing Row) throws(StorageError) {
        let parameters = try ScryptParameters(
            rounds: row["rounds"], blockSize: row["block_size"], parallelism: row["parallelism"])
        var stored = try StoredPassword(salt: row["salt"], hash: row["hash"], parameters: parameters)
        // A version before imports may have set a password without removing the imported hash. Then the imported hash
        // must not open the account.
        let imported: String? = try row["imported"]
        if stored.hash.isEmpty { stored.imported = imported.flatMap { try? ImportedHash($0) } }
        try self.init(account: row["id"], status: row["status"], stored: stored, generation: row["generation"])
    }
}

struct PasswordResetTable {
    let connection: Connection

    /// Counts a request for an unknown address. This writes to disk, so that it takes as long as any other request.
    func countRequest() throws(StorageError) {
        try connection.run("UPDATE reset_request_count SET requests = requests + 1")
    }

    /// Stores a token. It replaces an earlier token and its waiting message. Without an account it has no effect.
    func set(_ token: [UInt8], of number: Int64?, until end: UnixTime) throws(StorageError) {
        // No account has the number 0.
        let number = number ?? 0
        try deleteMessages(of: number)
        try connection.run(
            """
            INSERT INTO password_reset (account, token_hash, expires_at) \
            SELECT number, \(token), \(end) FROM account WHERE number = \(number) \
            ON CONFLICT (account) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at
            """)
    }

    func delete(of number: Int64) throws(StorageError) {
        try connection.run("DELETE FROM password_reset WHERE account = \(number)")
        try deleteMessages(of: number)
    }

    private func deleteMessages(of number: Int64) throws(StorageError) {
        for kind in MessageKind.passwordLinks { try connection.messages.delete(kind, of: number) }
    }
}
