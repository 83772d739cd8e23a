import Models
import Storage
import WebAuthn

/// The public keys for sign-ins.
struct PasskeyTable {
    static let maximumPerAccount = 20

    /// A public key is no secret. The model of the authenticator is not stored.
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

    /// Returns an account's passkeys, the latest first.
    func all(of number: Int64) throws(StorageError) -> [Passkey] {
        try connection.all(
            """
            SELECT \(PasskeyTable.columns) FROM passkey p WHERE p.account = \(number) \
            ORDER BY p.created_at DESC, p.id
            """, Passkey.init)
    }

    func find(_ passkey: PasskeyID, of number: Int64) throws(StorageError) -> Passkey? {
        try connection.first(
            "SELECT \(PasskeyTable.columns) FROM passkey p WHERE p.id = \(passkey) AND p.account = \(number)",
            Passkey.init)
    }

    func descriptors(of number: Int64) throws(StorageError) -> [PasskeyDescriptor] {
        try connection.all(
            "SELECT credential_id, transports FROM passkey WHERE account = \(number) ORDER BY created_at, id"
        ) { row throws(StorageError) in
            let transports: String = try row["transports"]
            return try PasskeyDescriptor(
                credentialID: row["credential_id"], transports: transports.split(separator: ",").map(String.init))
        }
    }

    /// Returns the passkey of any account with this credential id.
    func find(credential id: [UInt8]) throws(StorageError) -> KeptPasskey? {
        try connection.first(
            """
            SELECT p.id, a.id AS account_id, p.algorithm, p.public_key, p.sign_count, p.is_backup_eligible \
            FROM passkey p JOIN account a ON a.number = p.account WHERE p.credential_id = \(id)
            """
        ) { row throws(StorageError) in
            guard let algorithm = PasskeyAlgorithm(rawValue: try row["algorithm"]) else {
                throw .unreadable(column: "algorithm", source: "passkey")
            }
            let count: Int64 = try row["sign_count"]
            return try KeptPasskey(
                id: row["id"], account: row["account_id"], key: PasskeyPublicKey(algorithm, row["public_key"]),
                signCount: UInt32(clamping: count), isBackupEligible: row["is_backup_eligible"])
        }
    }

    /// Stores a passkey; returns false if an account already has it.
    func insert(
        _ id: PasskeyID, _ made: AttestedPasskey, called name: Personal<String>, of number: Int64, at now: UnixTime
    ) throws(StorageError) -> Bool {
        let key = made.credential.key
        return try connection.run(
            """
            INSERT INTO passkey (id, account, credential_id, algorithm, public_key, sign_count, is_backup_eligible, \
            is_backed_up, transports, name, created_at) VALUES (\(id), \(number), \(made.credential.id), \
            \(key.algorithm.rawValue), \(key.bytes), \(Int64(made.signCount)), \(made.isBackupEligible), \
            \(made.isBackedUp), \(made.transports.joined(separator: ",")), \(name), \(now)) \
            ON CONFLICT (credential_id) DO NOTHING
            """) == 1
    }

    func use(_ shown: ShownPasskey, at now: UnixTime) throws(StorageError) {
        try connection.run(
            """
            UPDATE passkey SET sign_count = \(Int64(shown.use.signCount)), \
            is_backup_eligible = \(shown.use.isBackupEligible), is_backed_up = \(shown.use.isBackedUp), \
            last_used_at = CASE WHEN last_used_at > \(now) THEN last_used_at ELSE \(now) END \
            WHERE id = \(shown.passkey.id)
            """)
    }

    func rename(_ passkey: PasskeyID, of number: Int64, to name: Personal<String>) throws(StorageError) {
        try connection.run("UPDATE passkey SET name = \(name) WHERE id = \(passkey) AND account = \(number)")
    }

    /// Returns whether there was one.
    func delete(_ passkey: PasskeyID, of number: Int64) throws(StorageError) -> Bool {
        try connection.run("DELETE FROM passkey WHERE id = \(passkey) AND account = \(number)") == 1
    }

    func deleteAll(of number: Int64) throws(StorageError) {
        try connection.run("DELETE FROM passkey WHERE account = \(number)")
    }
}

extension Passkey {
    /// Reads a row with `PasskeyTable.columns`.
    fileprivate init(_ row: borrowing Row) throws(StorageError) {
        try self.init(
            id: row["id"], credentialID: row["credential_id"], name: row["name"], createdAt: row["created_at"],
            lastUsedAt: row["last_used_at"], isBackedUp: row["is_backed_up"])
    }
}

struct SpentPasskeyChallengeTable {
    let connection: Connection

    /// Uses up a challenge; returns false if it was used before.
    func insert(_ challenge: AnsweredChallenge) throws(StorageError) -> Bool {
        try connection.run(
            """
            INSERT INTO spent_passkey_challenge (hash, expires_at) VALUES (\(challenge.hash), \(challenge.expiresAt)) \
            ON CONFLICT (hash) DO NOTHING
            """) == 1
    }

    /// Deletes about `limit` expired challenges; returns their number.
    func deleteExpired(at now: UnixTime, limit: Int) throws(StorageError) -> Int {
        try connection.run(
            """
            DELETE FROM spent_passkey_challenge WHERE expires_at <= \(now) AND expires_at <= (SELECT max(expires_at) \
            FROM (SELECT expires_at FROM spent_passkey_challenge WHERE expires_at <= \(now) ORDER BY expires_at \
            LIMIT \(limit)) AS first)
            """)
    }
}
