import Models
import Storage
import WebAuthn

/// The table `api_key_passkey`: the public keys of operators' passkeys, each for an API key.
struct APIKeyPasskeyTable {
    /// A public key is no secret. `api_key` is the id of the key. Only the table `api_key` says whether a key is valid,
    /// so an orphaned row opens nothing.
    static let table: SQL = """
        CREATE TABLE api_key_passkey (
            id TEXT PRIMARY KEY NOT NULL,
            api_key TEXT NOT NULL,
            credential_id BLOB NOT NULL UNIQUE,
            -- Of COSE, and the key in the form that `PasskeyPublicKey` says.
            algorithm INTEGER NOT NULL,
            public_key BLOB NOT NULL,
            sign_count INTEGER NOT NULL,
            is_backup_eligible INTEGER NOT NULL CHECK (is_backup_eligible IN (0, 1)),
            -- Words with commas between them.
            transports TEXT NOT NULL,
            name TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            last_used_at INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX api_key_passkey_by_key ON api_key_passkey (api_key);
        """

    let connection: Connection

    private static let columns: SQL = """
        p.id, p.api_key, k.name AS key_name, p.credential_id, p.transports, p.name, p.created_at, p.last_used_at
        """

    func all() throws(StorageError) -> [APIKeyPasskey] {
        try connection.all(
            """
            SELECT \(APIKeyPasskeyTable.columns) FROM api_key_passkey p JOIN api_key k ON k.id = p.api_key \
            ORDER BY p.created_at DESC, p.id
            """, APIKeyPasskey.init)
    }

    func all(of key: APIKeyID) throws(StorageError) -> [APIKeyPasskey] {
        try connection.all(
            """
            SELECT \(APIKeyPasskeyTable.columns) FROM api_key_passkey p JOIN api_key k ON k.id = p.api_key \
            WHERE p.api_key = \(key) ORDER BY p.created_at DESC, p.id
            """, APIKeyPasskey.init)
    }

    func key(of passkey: PasskeyID) throws(StorageError) -> APIKeyID? {
        try connection.value("SELECT api_key FROM api_key_passkey WHERE id = \(passkey)")
    }

    /// The passkey with this credential id, of any key; nil if it is unknown.
    func find(credential id: [UInt8]) throws(StorageError) -> KeptKeyPasskey? {
        try connection.first(
            """
            SELECT id, api_key, algorithm, public_key, sign_count, is_backup_eligible FROM api_key_passkey \
            WHERE credential_id = \(id)
            """
        ) { row throws(StorageError) in
            guard let algorithm = PasskeyAlgorithm(rawValue: try row["algorithm"]) else {
                throw .unreadable(column: "algorithm", source: "api_key_passkey")
            }
            let count: Int64 = try row["sign_count"]
            return try KeptKeyPasskey(
                id: row["id"], key: row["api_key"], publicKey: PasskeyPublicKey(algorithm, row["public_key"]),
                signCount: UInt32(clamping: count), isBackupEligible: row["is_backup_eligible"])
        }
    }

    /// Stores a passkey; false if any key already has it.
    func insert(
        _ id: PasskeyID, _ made: AttestedPasskey, called name: String, of key: APIKeyID, at now: UnixTime
    ) throws(StorageError) -> Bool {
        let publicKey = made.credential.key
        return try connection.run(
            """
            INSERT INTO api_key_passkey (id, api_key, credential_id, algorithm, public_key, sign_count, \
            is_backup_eligible, transports, name, created_at) VALUES (\(id), \(key), \(made.credential.id), \
            \(publicKey.algorithm.rawValue), \(publicKey.bytes), \(Int64(made.signCount)), \
            \(made.isBackupEligible), \(made.transports.joined(separator: ",")), \(name), \(now)) \
            ON CONFLICT (credential_id) DO NOTHING
            """) == 1
    }

    func record(_ use: PasskeyUse, of passkey: PasskeyID, at now: UnixTime) throws(StorageError) {
        try connection.run(
            """
            UPDATE api_key_passkey SET sign_count = \(Int64(use.signCount)), \
            is_backup_eligible = \(use.isBackupEligible), last_used_at = \(now) WHERE id = \(passkey)
            """)
    }

    func delete(_ passkey: PasskeyID) throws(StorageError) {
        try connection.run("DELETE FROM api_key_passkey WHERE id = \(passkey)")
    }

    func deleteAll(of key: APIKeyID) throws(StorageError) {
        try connection.run("DELETE FROM api_key_passkey WHERE api_key = \(key)")
    }

    /// Deletes the passkeys of revoked or deleted keys.
    func deleteLeftBehind() throws(StorageError) {
        try connection.run(
            """
            DELETE FROM api_key_passkey WHERE NOT EXISTS \
            (SELECT 1 FROM api_key k WHERE k.id = api_key_passkey.api_key AND k.revoked_at IS NULL)
            """)
    }
}

extension APIKeyPasskey {
    fileprivate init(_ row: borrowing Row) throws(StorageError) {
        let transports: String = try row["transports"]
        try self.init(
            id: row["id"], key: row["api_key"], keyName: row["key_name"],
            descriptor: PasskeyDescriptor(
                credentialID: row["credential_id"], transports: transports.split(separator: ",").map(String.init)),
            name: row["name"], createdAt: row["created_at"], lastUsedAt: row["last_used_at"])
    }
}
