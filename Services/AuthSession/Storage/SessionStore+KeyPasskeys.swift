// Passkeys of API keys: added, shown, listed and removed.

import Models
import Storage
import WebAuthn

extension SessionStore {
    /// What came of a passkey that is to be added.
    enum PasskeyAddition: Sendable {
        case added(APIKeyPasskey)
        /// The key counts for nothing, by this code.
        case keyIsOver(ErrorCode)
        case tooMany
        /// A key has it already.
        case known
    }

    /// What came of a passkey that was shown.
    enum KeyPasskeyUse: Sendable {
        case used(APIKeySummary)
        /// The key counts for nothing, by this code.
        case keyIsOver(ErrorCode)
        case refused(PasskeyRefusal)
    }

    /// Keeps a passkey of a key that counts.
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

    /// The passkey with this credential id, whoever's it is; nil when there is none.
    func findAPIKeyPasskey(
        credential id: [UInt8]
    ) async throws(SessionStoreError) -> KeptKeyPasskey? {
        try await read { try APIKeyPasskeyTable(connection: $0).find(credential: id) }
    }

    /// Notes that a passkey was shown, and gives its key. The passkey, its count and the key are judged once more, as they
    /// may have changed since the answer was verified.
    func useAPIKeyPasskey(
        _ passkey: KeptKeyPasskey, credential id: [UInt8], _ use: PasskeyUse, at now: UnixTime
    ) async throws(SessionStoreError) -> KeyPasskeyUse {
        try await write { connection in
            let passkeys = APIKeyPasskeyTable(connection: connection)
            guard let kept = try passkeys.find(credential: id), kept.id == passkey.id else {
                return .refused(.credential)
            }
            guard let key = try APIKeyTable(connection: connection).find(kept.key) else {
                return .keyIsOver(.invalidToken)
            }
            if let refusal = key.refusal(at: now) { return .keyIsOver(refusal) }
            guard use.mayFollow(kept.signCount, wasEligible: kept.isBackupEligible) else { return .refused(.counter) }
            try passkeys.record(use, of: kept.id, at: now)
            return .used(key)
        }
    }

    /// The passkeys of a key, or of all, the latest first.
    func listAPIKeyPasskeys(
        of key: APIKeyID?
    ) async throws(SessionStoreError) -> [APIKeyPasskey] {
        try await read { connection in
            let passkeys = APIKeyPasskeyTable(connection: connection)
            return try key.map { key throws(StorageError) in try passkeys.all(of: key) } ?? passkeys.all()
        }
    }

    /// Forgets a passkey; gives whose it was, and nil when there is none or it is of another key than `owner`.
    func removeAPIKeyPasskey(
        _ passkey: PasskeyID, of owner: APIKeyID?
    ) async throws(SessionStoreError) -> APIKeyID? {
        try await write { connection in
            let passkeys = APIKeyPasskeyTable(connection: connection)
            guard let key = try passkeys.key(of: passkey), owner == nil || owner == key else { return nil }
            try passkeys.delete(passkey)
            return key
        }
    }

    /// An API key by its id, revoked or not; nil when there is none.
    func findAPIKey(_ id: APIKeyID) async throws(SessionStoreError) -> APIKeySummary? {
        try await read { try APIKeyTable(connection: $0).find(id) }
    }
}
