// API keys and signing keys.

import Models
import Storage

extension SessionStore {
    /// Stores an API key; false when there are as many as there may be.
    func createAPIKey(_ key: APIKeySummary, hash: [UInt8], maximum: Int) async throws(SessionStoreError) -> Bool {
        try await write { connection in
            let table = APIKeyTable(connection: connection)
            guard try table.count() < maximum else { return false }
            try table.insert(key, hash: hash)
            return true
        }
    }

    /// Finds an API key by the hash of its secret, revoked or not, and where the credentials feed stood then.
    func findAPIKey(hash: [UInt8]) throws(SessionStoreError) -> VersionedResult<APIKeySummary> {
        try read { connection in
            let key = try APIKeyTable(connection: connection).find(hash: hash)
            let mark = try mark(connection)
            return VersionedResult(value: key, epoch: mark.epoch, sequence: mark.sequence)
        }
    }

    /// Lists the API keys, the newest first.
    func listAPIKeys() throws(SessionStoreError) -> [APIKeySummary] {
        try read { try APIKeyTable(connection: $0).all() }
    }

    /// Revokes an API key.
    func revokeAPIKey(_ id: APIKeyID, at now: UnixTime) async throws(SessionStoreError) -> Revocation {
        try await write { connection in
            let table = APIKeyTable(connection: connection)
            guard let key = try table.find(id) else { return .unknown }
            if key.revokedAt != nil { return .revokedBefore }
            try table.setRevoked(id, at: now)
            try SessionSchema.credentials.recordTombstone(CredentialChange.apiKey(id).key, at: now, in: connection)
            return .revoked
        }
    }

    /// The signing keys in the order of their moments, of one moment in the order of their making.
    func signingKeys() throws(SessionStoreError) -> [StoredSigningKey] {
        try read { connection in
            try connection.all("SELECT id, sealed, active_from FROM signing_key ORDER BY active_from, number") {
                row throws(StorageError) in
                try StoredSigningKey(id: row["id"], sealed: row["sealed"], activeFrom: row["active_from"])
            }
        }
    }

    /// Adds a key, removes others, and removes those that would sign only after `waitingFrom`.
    func changeSigningKeys(
        adding key: StoredSigningKey?, removing ids: [String], waitingFrom: UnixTime?
    ) async throws(SessionStoreError) {
        try await write { connection in
            if let waitingFrom { try connection.run("DELETE FROM signing_key WHERE active_from > \(waitingFrom)") }
            for id in ids { try connection.run("DELETE FROM signing_key WHERE id = \(id)") }
            guard let key else { return }
            try connection.run(
                """
                INSERT INTO signing_key (id, sealed, active_from) VALUES (\(key.id), \(key.sealed), \(key.activeFrom))
                """)
        }
    }
}
