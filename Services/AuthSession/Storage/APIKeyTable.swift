import Models
import Storage

struct APIKeyTable {
    let connection: Connection

    private static let columns: SQL = """
        id, name, scopes, created_at, expires_at, revoked_at, publisher, kinds, topics, per_minute
        """

    func count() throws(StorageError) -> Int { try connection.value("SELECT count(*) FROM api_key") ?? 0 }

    func insert(_ key: APIKeySummary, hash: [UInt8]) throws(StorageError) {
        try connection.run(
            """
            INSERT INTO api_key (id, name, scopes, secret_hash, created_at, expires_at, publisher, kinds, topics, \
            per_minute) \
            VALUES (\(key.id), \(key.name), \(key.scopes.map(\.rawValue).joined(separator: ",")), \(hash), \
            \(key.createdAt), \(key.expiresAt), \(key.publisher), \(key.limits?.kinds?.joined(separator: ",")), \
            \(key.limits?.topics?.joined(separator: ",")), \(key.limits?.perMinute))
            """)
    }

    func find(hash: [UInt8]) throws(StorageError) -> APIKeySummary? {
        try connection.first(
            "SELECT \(APIKeyTable.columns) FROM api_key WHERE secret_hash = \(hash)", APIKeySummary.init)
    }

    func find(_ id: APIKeyID) throws(StorageError) -> APIKeySummary? {
        try connection.first("SELECT \(APIKeyTable.columns) FROM api_key WHERE id = \(id)", APIKeySummary.init)
    }

    func all() throws(StorageError) -> [APIKeySummary] {
        try connection.all("SELECT \(APIKeyTable.columns) FROM api_key ORDER BY number DESC", APIKeySummary.init)
    }

    /// The keys that expired after `moment` and by `now`, and were not revoked.
    func ended(after moment: UnixTime, through now: UnixTime) throws(StorageError) -> [APIKeyID] {
        try connection.values(
            """
            SELECT id FROM api_key WHERE revoked_at IS NULL AND expires_at > \(moment) AND expires_at <= \(now) \
            ORDER BY expires_at, number
            """)
    }

    func delete(endedBefore moment: UnixTime) throws(StorageError) {
        try connection.run("DELETE FROM api_key WHERE revoked_at < \(moment) OR expires_at < \(moment)")
    }

    func setRevoked(_ id: APIKeyID, at now: UnixTime) throws(StorageError) {
        try connection.run("UPDATE api_key SET revoked_at = \(now) WHERE id = \(id)")
    }
}

extension APIKeySummary {
    /// Unknown scopes are ignored: they open nothing here.
    fileprivate init(_ row: borrowing Row) throws(StorageError) {
        let scopes: String = try row["scopes"]
        let (kinds, topics): (String?, String?) = (try row["kinds"], try row["topics"])
        let limits = try PublishingLimits(
            kinds: kinds?.split(separator: ",").map(String.init),
            topics: topics?.split(separator: ",").map(String.init),
            perMinute: row["per_minute"])
        try self.init(
            id: row["id"], name: row["name"],
            scopes: scopes.split(separator: ",").compactMap { APIKeyScope(rawValue: String($0)) },
            createdAt: row["created_at"], expiresAt: row["expires_at"], revokedAt: row["revoked_at"],
            publisher: row["publisher"], limits: limits.isEmpty ? nil : limits)
    }
}
