import Foundation
import Models
import Storage

/// Stores sessions, API keys, signing keys and the state of accounts. Each method is one transaction, in which each
/// ended session and key gets a tombstone in the credentials feed. A change is on disk when its method returns. The
/// caller passes the time. An expired session counts as ended even before the purge ends it.
struct SessionStore: Store {
    typealias Failure = SessionStoreError
    static let migrations = SessionSchema.migrations

    let database: ServiceDatabase
    let limits: SessionLimits
    let tokens: RefreshTokens
    /// The clients of accounts; nil if users are not notified of sign-ins, so that no clients are stored.
    var knownClients: KnownClients?

    /// Whether the database has signing keys, which are useless without the secret that sealed them.
    static func holdsKeys(_ database: ServiceDatabase) async throws -> Bool {
        try await database.read { try $0.exists("SELECT 1 FROM signing_key LIMIT 1") }
    }

    /// Ends a session: deletes the description of the device, and writes the end into the feed. For `issuedUpTo`, see
    /// `endIssued`.
    func end(
        _ row: SessionRow, _ reason: SessionEnd.Reason, at now: UnixTime, issuedUpTo: Int64? = nil,
        _ connection: Connection
    ) throws(StorageError) -> EndedSession {
        try connection.sessions.setEnd(
            SessionEnd(reason: reason, at: now), dueAt: now.adding(seconds: SessionLimits.keptAfterEnd),
            of: row.number)
        try connection.sessionClients.delete(row.number)
        if row.record.kind == .external || row.record.signInMethod == .issuer {
            try endIssued(row.number, reason, at: now, issuedUpTo: issuedUpTo, connection)
        }
        try SessionSchema.credentials.recordTombstone(
            CredentialChange.session(row.record.id).key, at: now, in: connection)
        return EndedSession(session: row.record.id, account: row.record.account, reason: reason)
    }

    /// Returns a value with the position of the credentials feed, both of the same state of the database.
    func versioned<Value: Sendable>(
        _ value: Value?, _ connection: Connection
    ) throws(StorageError) -> VersionedResult<Value> {
        let position = try SessionSchema.credentials.position(in: connection)
        return VersionedResult(value: value, epoch: position.epoch.life, sequence: position.sequence)
    }
}

typealias SessionStoreError = StoreFailure<Never>

extension WritePartition {
    static func session(_ session: SessionID) -> WritePartition { .key(session.text) }
}

extension Connection {
    var accounts: AccountTable { AccountTable(connection: self) }
    var apiKeys: APIKeyTable { APIKeyTable(connection: self) }
    var appleAliases: AppleAliasTable { AppleAliasTable(connection: self) }
    var auditLog: AuditTable { AuditTable(connection: self) }
    var issuedSessions: IssuedSessionTable { IssuedSessionTable(connection: self) }
    var passkeys: APIKeyPasskeyTable { APIKeyPasskeyTable(connection: self) }
    var sessionClients: SessionClientTable { SessionClientTable(connection: self) }
    var sessions: SessionTable { SessionTable(connection: self) }
    var signOuts: SignOutTable { SignOutTable(connection: self) }
    var spentTokens: SpentTokenTable { SpentTokenTable(connection: self) }
}
