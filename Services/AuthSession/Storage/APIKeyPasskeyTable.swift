import Models
import PasskeyStorage
import Storage

struct APIKeyPasskeyTable: PasskeyTable {
    typealias Owner = APIKeyID
    typealias OwnerValue = APIKeyID

    static let name: SQL = "api_key_passkey"
    static let ownerColumn: SQL = "api_key"
    static let joined: SQL = "api_key_passkey p"
    static let owner: SQL = "p.api_key"
    static let keepsBackup = false

    /// Only the table `api_key` says whether a key is valid, so an orphaned row opens nothing.
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
        try self.init(
            id: row["id"], key: row["api_key"], keyName: row["key_name"], descriptor: PasskeyDescriptor(row),
            name: row["name"], createdAt: row["created_at"], lastUsedAt: row["last_used_at"])
    }
}
