import Models
import Storage

/// Rows stay, because a scheduled notification can be years away.
struct RevokedKeyTable {
    let connection: Connection

    func contains(_ key: APIKeyID) throws(StorageError) -> Bool {
        try connection.exists("SELECT 1 FROM revoked_key WHERE api_key = \(key)")
    }

    func insert(_ key: APIKeyID, at now: UnixTime) throws(StorageError) {
        try connection.run(
            "INSERT INTO revoked_key (api_key, at) VALUES (\(key), \(now)) ON CONFLICT (api_key) DO NOTHING")
    }
}
