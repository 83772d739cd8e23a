import Models
import PasskeyStorage
import Storage

struct AccountPasskeyTable: PasskeyTable {
    typealias Owner = AccountID
    typealias OwnerValue = Int64

    static let maximumPerAccount = 20

    static let name: SQL = "passkey"
    static let ownerColumn: SQL = "account"
    static let joined: SQL = "passkey p JOIN account a ON a.number = p.account"
    static let owner: SQL = "a.id"
    static let keepsBackup = true

    /// The model of the authenticator is not stored.
    static let tables: SQL = """
        CREATE TABLE passkey (
            id TEXT PRIMARY KEY NOT NULL,
            account INTEGER NOT NULL REFERENCES account (number),
            credential_id BLOB NOT NULL UNIQUE,
            -- Of COSE, and the key in the form that `PasskeyPublicKey` says.
            algorithm INTEGER NOT NULL,
            public_key BLOB NOT NULL,
            sign_count INTEGER NOT NULL,
            is_backup_eligible INTEGER NOT NULL CHECK (is_backup_eligible IN (0, 1)),
            is_backed_up INTEGER NOT NULL CHECK (is_backed_up IN (0, 1)),
            -- Words with commas between them.
            transports TEXT NOT NULL,
            name TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            last_used_at INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX passkey_by_account ON passkey (account);

        -- SHA-256 of challenges that were answered, kept for as long as they would count.
        CREATE TABLE spent_passkey_challenge (
            hash BLOB PRIMARY KEY NOT NULL,
            expires_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX spent_passkey_challenge_by_expiry ON spent_passkey_challenge (expires_at);
        """

    let connection: Connection

    private static let columns: SQL = "p.id, p.credential_id, p.name, p.created_at, p.last_used_at, p.is_backed_up"

    func all(of number: Int64) throws(StorageError) -> [Passkey] {
        try connection.all(
            """
            SELECT \(AccountPasskeyTable.columns) FROM passkey p WHERE p.account = \(number) \
            ORDER BY p.created_at DESC, p.id
            """, Passkey.init)
    }

    func find(_ passkey: PasskeyID, of number: Int64) throws(StorageError) -> Passkey? {
        try connection.first(
            "SELECT \(AccountPasskeyTable.columns) FROM passkey p WHERE p.id = \(passkey) AND p.account = \(number)",
            Passkey.init)
    }

    func rename(_ passkey: PasskeyID, of number: Int64, to name: Personal<String>) throws(StorageError) {
        try connection.run("UPDATE passkey SET name = \(name) WHERE id = \(passkey) AND account = \(number)")
    }
}

extension Passkey {
    fileprivate init(_ row: borrowing Row) throws(StorageError) {
        try self.init(
            id: row["id"], credentialID: row["credential_id"], name: row["name"], createdAt: row["created_at"],
            lastUsedAt: row["last_used_at"], isBackedUp: row["is_backed_up"])
    }
}

struct SpentPasskeyChallengeTable {
    let connection: Connection

    /// Returns false if it was used before.
    func insert(_ challenge: AnsweredChallenge) throws(StorageError) -> Bool {
        try connection.run(
            """
            INSERT INTO spent_passkey_challenge (hash, expires_at) VALUES (\(challenge.hash), \(challenge.expiresAt)) \
            ON CONFLICT (hash) DO NOTHING
            """) == 1
    }
}
