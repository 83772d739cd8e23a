import Models
import PasskeyStorage
import Storage

extension SessionStore {
    /// Stores an API key, and deletes keys that ended long ago. Returns false at the maximum.
    func createAPIKey(_ key: APIKeySummary, hash: [UInt8], maximum: Int) async throws(SessionStoreError) -> Bool {
        try await write { connection in
            let moment = key.createdAt.adding(seconds: -APIKeyRules.daysKeptAfterEnd * 86_400)
            try connection.run("DELETE FROM api_key WHERE revoked_at < \(moment) OR expires_at < \(moment)")
            try connection.passkeys.deleteLeftBehind()
            let count: Int? = try connection.value("SELECT count(*) FROM api_key")
            guard count ?? 0 < maximum else { return false }
            try connection.apiKeys.insert(key, hash: hash)
            return true
        }
    }

    /// Finds an API key by its hash, revoked or not, with the position of the credentials feed.
    func findAPIKey(hash: [UInt8]) async throws(SessionStoreError) -> VersionedResult<APIKeySummary> {
        try await read { try versioned($0.apiKeys.find(hash: hash), $0) }
    }

    func findAPIKey(_ id: APIKeyID) async throws(SessionStoreError) -> APIKeySummary? {
        try await read { try $0.apiKeys.find(id) }
    }

    func listAPIKeys() async throws(SessionStoreError) -> [APIKeySummary] { try await read { try $0.apiKeys.all() } }

    func revokeAPIKey(_ id: APIKeyID, at now: UnixTime) async throws(SessionStoreError) -> Revocation {
        try await write { connection in
            guard let key = try connection.apiKeys.find(id) else { return .unknown }
            if key.revokedAt != nil { return .revokedBefore }
            try connection.run("UPDATE api_key SET revoked_at = \(now) WHERE id = \(id)")
            try connection.passkeys.deleteAll(of: id)
            try SessionSchema.credentials.recordTombstone(CredentialChange.apiKey(id).key, at: now, in: connection)
            return .revoked
        }
    }

    /// Announces expired API keys in the feed like revoked keys, because their plans end, too. Earlier calls have
    /// announced the keys up to `moment`; announcing a key again is harmless.
    func recordEndedAPIKeys(after moment: UnixTime, at now: UnixTime) async throws(SessionStoreError) {
        let ended = try await read { try $0.apiKeys.ended(after: moment, through: now) }
        guard !ended.isEmpty else { return }
        try await write { connection in
            for key in ended {
                try SessionSchema.credentials.recordTombstone(CredentialChange.apiKey(key).key, at: now, in: connection)
            }
        }
    }

    /// Returns the publishers with a key that expired after `moment`, and without any valid key.
    func publishersWithoutKey(
        endedAfter moment: UnixTime, at now: UnixTime
    ) async throws(SessionStoreError) -> Set<PublisherID> {
        try await read { connection in
            let ended = Set(try connection.apiKeys.ended(after: moment, through: now))
            guard !ended.isEmpty else { return [] }
            let keys = try connection.apiKeys.all()
            return Set(keys.filter { ended.contains($0.id) }.compactMap(\.publishing))
                .subtracting(keys.filter { $0.counts(at: now) }.compactMap(\.publishing))
        }
    }

    /// Returns the signing keys in the order of their starts, then of their creation.
    func signingKeys() async throws(SessionStoreError) -> [StoredSigningKey] {
        try await read { connection in
            try connection.all("SELECT id, sealed, active_from FROM signing_key ORDER BY active_from, number") {
                row throws(StorageError) in
                try StoredSigningKey(id: row["id"], sealed: row["sealed"], activeFrom: row["active_from"])
            }
        }
    }

    static let signingKeysChanged = FeedName(rawValue: "signing-keys")

    /// Adds a key, removes the keys `ids` and all keys that would start after `waitingFrom`, and notifies other
    /// processes. If `known` is not nil and the stored keys are others, changes nothing and returns false.
    @discardableResult
    func changeSigningKeys(
        adding key: StoredSigningKey?, removing ids: [String], waitingFrom: UnixTime?, known: [String]? = nil
    ) async throws(SessionStoreError) -> Bool {
        try await write { connection in
            if let known {
                let present: [String] = try connection.values("SELECT id FROM signing_key ORDER BY active_from, number")
                guard present == known else { return false }
            }
            connection.announce(SessionStore.signingKeysChanged)
            if let waitingFrom { try connection.run("DELETE FROM signing_key WHERE active_from > \(waitingFrom)") }
            for id in ids { try connection.run("DELETE FROM signing_key WHERE id = \(id)") }
            guard let key else { return true }
            try connection.run(
                """
                INSERT INTO signing_key (id, sealed, active_from) VALUES (\(key.id), \(key.sealed), \(key.activeFrom))
                """)
            return true
        }
    }
}

struct APIKeyTable {
    let connection: Connection

    private static let columns: SQL = """
        id, name, scopes, created_at, expires_at, revoked_at, publisher, kinds, topics, per_minute
        """

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

    func ended(after moment: UnixTime, through now: UnixTime) throws(StorageError) -> [APIKeyID] {
        try connection.values(
            """
            SELECT id FROM api_key WHERE revoked_at IS NULL AND expires_at > \(moment) AND expires_at <= \(now) \
            ORDER BY expires_at, number
            """)
    }
}

extension APIKeySummary {
    /// Reads a key. Unknown scopes are ignored, because they give no rights here.
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
