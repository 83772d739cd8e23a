import Models
import PasskeyStorage
import Storage
import WebAuthn

extension SessionStore {
    enum PasskeyAddition: Sendable {
        case added(APIKeyPasskey)
        case keyIsOver(ErrorCode)
        case tooMany
        case known
    }

    enum KeyPasskeyUse: Sendable {
        case used(APIKeySummary)
        case keyIsOver(ErrorCode)
        case refused(PasskeyRefusal)
    }

    func addAPIKeyPasskey(
        _ made: AttestedPasskey, _ id: PasskeyID, called name: String, of key: APIKeyID, at now: UnixTime
    ) async throws(SessionStoreError) -> PasskeyAddition {
        try await write { connection in
            guard let found = try connection.apiKeys.find(key) else { return .keyIsOver(.invalidToken) }
            if let refusal = found.refusal(at: now) { return .keyIsOver(refusal) }
            guard try connection.passkeys.all(of: key).count < AddAPIKeyPasskey.maximumPerKey else { return .tooMany }
            guard try connection.passkeys.insert(id, made, called: name, of: key, at: now),
                let kept = try connection.passkeys.all(of: key).first(where: { $0.id == id })
            else { return .known }
            return .added(kept)
        }
    }

    func findAPIKeyPasskey(credential id: [UInt8]) async throws(SessionStoreError) -> KeptPasskey<APIKeyID>? {
        try await read { try $0.passkeys.find(credential: id) }
    }

    /// Records the use of a passkey. The passkey, its count and the key are checked again, because they may have
    /// changed since the assertion was verified.
    func useAPIKeyPasskey(
        _ passkey: KeptPasskey<APIKeyID>, credential id: [UInt8], _ use: PasskeyUse, at now: UnixTime
    ) async throws(SessionStoreError) -> KeyPasskeyUse {
        try await write { connection in
            guard let kept = try connection.passkeys.find(credential: id), kept.id == passkey.id else {
                return .refused(.credential)
            }
            guard let key = try connection.apiKeys.find(kept.owner) else { return .keyIsOver(.invalidToken) }
            if let refusal = key.refusal(at: now) { return .keyIsOver(refusal) }
            guard use.mayFollow(kept.signCount, wasEligible: kept.isBackupEligible) else { return .refused(.counter) }
            try connection.passkeys.record(use, of: kept.id, at: now)
            return .used(key)
        }
    }

    func listAPIKeyPasskeys(of key: APIKeyID?) async throws(SessionStoreError) -> [APIKeyPasskey] {
        try await read { try $0.passkeys.all(of: key) }
    }

    /// Deletes a passkey. Returns nil if it is unknown, or belongs to another key than `owner`.
    func removeAPIKeyPasskey(_ passkey: PasskeyID, of owner: APIKeyID?) async throws(SessionStoreError) -> APIKeyID? {
        try await write { connection in
            guard let key = try connection.passkeys.key(of: passkey), owner == nil || owner == key else { return nil }
            return try connection.passkeys.delete(passkey, of: key) ? key : nil
        }
    }
}

struct APIKeyPasskeyTable: PasskeyTable {
    typealias Owner = APIKeyID
    typealias OwnerValue = APIKeyID

    static let name: SQL = "api_key_passkey"
    static let ownerColumn: SQL = "api_key"
    static let joined: SQL = "api_key_passkey p"
    static let owner: SQL = "p.api_key"
    static let keepsBackup = false

    /// The passkeys of API keys. The table `api_key` decides alone whether a key is valid, so a passkey without a key
    /// opens nothing.
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

    /// Returns the passkeys of one key, or of all keys if `key` is nil, the latest first.
    func all(of key: APIKeyID?) throws(StorageError) -> [APIKeyPasskey] {
        let isMeant = key.map { key -> SQL in "p.api_key = \(key)" } ?? "1 = 1"
        return try connection.all(
            """
            SELECT p.id, p.api_key, k.name AS key_name, p.credential_id, p.transports, p.name, p.created_at, \
            p.last_used_at FROM api_key_passkey p JOIN api_key k ON k.id = p.api_key \
            WHERE \(isMeant) ORDER BY p.created_at DESC, p.id
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
