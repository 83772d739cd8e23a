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
            guard let found = try APIKeyTable(connection: connection).find(key) else {
                return .keyIsOver(.invalidToken)
            }
            if let refusal = found.refusal(at: now) { return .keyIsOver(refusal) }
            let passkeys = APIKeyPasskeyTable(connection: connection)
            guard try passkeys.all(of: key).count < AddAPIKeyPasskey.maximumPerKey else { return .tooMany }
            guard try passkeys.insert(id, made, called: name, of: key, at: now),
                let kept = try passkeys.all(of: key).first(where: { $0.id == id })
            else { return .known }
            return .added(kept)
        }
    }

    /// Nil if it is unknown.
    func findAPIKeyPasskey(
        credential id: [UInt8]
    ) async throws(SessionStoreError) -> KeptPasskey<APIKeyID>? {
        try await read { try APIKeyPasskeyTable(connection: $0).find(credential: id) }
    }

    /// The passkey, its count and the key are checked again: they may have changed since the assertion was verified.
    func useAPIKeyPasskey(
        _ passkey: KeptPasskey<APIKeyID>, credential id: [UInt8], _ use: PasskeyUse, at now: UnixTime
    ) async throws(SessionStoreError) -> KeyPasskeyUse {
        try await write { connection in
            let passkeys = APIKeyPasskeyTable(connection: connection)
            guard let kept = try passkeys.find(credential: id), kept.id == passkey.id else {
                return .refused(.credential)
            }
            guard let key = try APIKeyTable(connection: connection).find(kept.owner) else {
                return .keyIsOver(.invalidToken)
            }
            if let refusal = key.refusal(at: now) { return .keyIsOver(refusal) }
            guard use.mayFollow(kept.signCount, wasEligible: kept.isBackupEligible) else { return .refused(.counter) }
            try passkeys.record(use, of: kept.id, at: now)
            return .used(key)
        }
    }

    /// Of one key, or of all keys if nil; the latest first.
    func listAPIKeyPasskeys(
        of key: APIKeyID?
    ) async throws(SessionStoreError) -> [APIKeyPasskey] {
        try await read { connection in
            let passkeys = APIKeyPasskeyTable(connection: connection)
            return try key.map { key throws(StorageError) in try passkeys.all(of: key) } ?? passkeys.all()
        }
    }

    /// Deletes a passkey; nil if it is unknown, or belongs to another key than `owner`.
    func removeAPIKeyPasskey(
        _ passkey: PasskeyID, of owner: APIKeyID?
    ) async throws(SessionStoreError) -> APIKeyID? {
        try await write { connection in
            let passkeys = APIKeyPasskeyTable(connection: connection)
            guard let key = try passkeys.key(of: passkey), owner == nil || owner == key else { return nil }
            return try passkeys.delete(passkey, of: key) ? key : nil
        }
    }

    func findAPIKey(_ id: APIKeyID) async throws(SessionStoreError) -> APIKeySummary? {
        try await read { try APIKeyTable(connection: $0).find(id) }
    }
}
