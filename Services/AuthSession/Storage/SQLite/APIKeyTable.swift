// Rows of the table `api_key`.

import Models
import Storage

/// The table `api_key`.
struct APIKeyTable {
    let connection: Connection

    private static let columns = "id, name, scopes, created_at, expires_at, revoked_at, publisher"

    func count() throws(StorageError) -> Int {
        let row = try connection.prepare("SELECT count(*) FROM api_key")
        return try row.step() ? Int(row.int64(0)) : 0
    }

    func insert(_ key: APIKeySummary, hash: [UInt8]) throws(StorageError) {
        let row = try connection.prepare(
            """
            INSERT INTO api_key (id, name, scopes, secret_hash, created_at, expires_at, publisher) \
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """)
        try row.bind(1, key.id.text)
        try row.bind(2, key.name)
        try row.bind(3, key.scopes.map(\.rawValue).joined(separator: ","))
        try row.bind(4, hash)
        try row.bind(5, key.createdAt.rawValue)
        try row.bind(6, key.expiresAt?.rawValue)
        try row.bind(7, key.publisher?.text)
        try row.run()
    }

    func find(hash: [UInt8]) throws(StorageError) -> APIKeySummary? {
        let row = try connection.prepare("SELECT \(APIKeyTable.columns) FROM api_key WHERE secret_hash = ?1")
        try row.bind(1, hash)
        return try row.step() ? APIKeySummary(row) : nil
    }

    func find(_ id: APIKeyID) throws(StorageError) -> APIKeySummary? {
        let row = try connection.prepare("SELECT \(APIKeyTable.columns) FROM api_key WHERE id = ?1")
        try row.bind(1, id.text)
        return try row.step() ? APIKeySummary(row) : nil
    }

    /// The newest first.
    func all() throws(StorageError) -> [APIKeySummary] {
        let row = try connection.prepare("SELECT \(APIKeyTable.columns) FROM api_key ORDER BY number DESC")
        var keys: [APIKeySummary] = []
        while try row.step() { if let key = APIKeySummary(row) { keys.append(key) } }
        return keys
    }

    func setRevoked(_ id: APIKeyID, at now: UnixTime) throws(StorageError) {
        let row = try connection.prepare("UPDATE api_key SET revoked_at = ?2 WHERE id = ?1")
        try row.bind(1, id.text)
        try row.bind(2, now.rawValue)
        try row.run()
    }
}

extension APIKeySummary {
    /// Scopes that are not known here open nothing here.
    fileprivate init?(_ row: PreparedStatement) {
        guard let id = APIKeyID(row.text(0)) else { return nil }
        self.init(
            id: id, name: row.text(1),
            scopes: row.text(2).split(separator: ",").compactMap { APIKeyScope(rawValue: String($0)) },
            createdAt: UnixTime(milliseconds: row.int64(3)),
            expiresAt: row.optionalInt64(4).map(UnixTime.init(milliseconds:)),
            revokedAt: row.optionalInt64(5).map(UnixTime.init(milliseconds:)),
            publisher: row.optionalText(6).flatMap(PublisherID.init))
    }
}
