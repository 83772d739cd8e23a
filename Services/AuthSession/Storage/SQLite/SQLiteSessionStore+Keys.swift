// API keys and signing keys.

import Models
import Storage

extension SQLiteSessionStore {
    func create(_ key: APIKeySummary, hash: [UInt8], maximum: Int) async throws(SessionStoreError) -> Bool {
        try await write { connection in
            let table = APIKeyTable(connection: connection)
            guard try table.count() < maximum else { return false }
            try table.insert(key, hash: hash)
            return true
        }
    }

    func findAPIKey(hash: [UInt8]) throws(SessionStoreError) -> Found<APIKeySummary> {
        try read { connection in
            let key = try APIKeyTable(connection: connection).find(hash: hash)
            let mark = try mark(connection)
            return Found(value: key, epoch: mark.epoch, sequence: mark.sequence)
        }
    }

    func listAPIKeys() throws(SessionStoreError) -> [APIKeySummary] {
        try read { try APIKeyTable(connection: $0).all() }
    }

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

    func signingKeys() throws(SessionStoreError) -> [StoredSigningKey] {
        try read { connection in
            let row = try connection.prepare(
                "SELECT id, sealed, active_from FROM signing_key ORDER BY active_from, number")
            var keys: [StoredSigningKey] = []
            while try row.step() {
                keys.append(
                    StoredSigningKey(
                        id: row.text(0), sealed: row.blob(1), activeFrom: UnixTime(milliseconds: row.int64(2))))
            }
            return keys
        }
    }

    func changeSigningKeys(
        adding key: StoredSigningKey?, removing ids: [String], waitingFrom: UnixTime?
    ) async throws(SessionStoreError) {
        try await write { connection in
            if let waitingFrom {
                let waiting = try connection.prepare("DELETE FROM signing_key WHERE active_from > ?1")
                try waiting.bind(1, waitingFrom.rawValue)
                try waiting.run()
            }
            for id in ids {
                let old = try connection.prepare("DELETE FROM signing_key WHERE id = ?1")
                try old.bind(1, id)
                try old.run()
            }
            guard let key else { return }
            let insert = try connection.prepare("INSERT INTO signing_key (id, sealed, active_from) VALUES (?1, ?2, ?3)")
            try insert.bind(1, key.id)
            try insert.bind(2, key.sealed)
            try insert.bind(3, key.activeFrom.rawValue)
            try insert.run()
        }
    }
}
