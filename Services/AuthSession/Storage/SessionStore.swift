// The store of the auth-session service: how its methods use the database. The methods stand beside it.

import Foundation
import Models
import Storage

/// Stores sessions, API keys, signing keys and what is known of accounts.
///
/// Each method is one transaction, in which the credentials feed gets a tombstone for each session and key that ends. A
/// change is on disk when its method returns. The caller gives the time. A session whose time is over counts as ended
/// before the purge has seen it.
///
/// - Throws: `SessionStoreError`, all methods.
struct SessionStore: Store {
    typealias Failure = SessionStoreError
    static let migrations = SessionSchema.migrations

    let database: ServiceDatabase
    let limits: SessionLimits
    let tokens: RefreshTokens
    /// Nil where nobody is told of sign-ins, and no clients are remembered.
    var knownClients: KnownClients?

    /// Whether the database holds signing keys, which are worth nothing without the secret that they are sealed with.
    static func holdsKeys(_ database: ServiceDatabase) async throws -> Bool {
        try await database.read { try $0.exists("SELECT 1 FROM signing_key LIMIT 1") }
    }
}

extension SessionStore {
    /// Ends a session: marks its row, deletes what the app said of its device, and records the end in the credentials
    /// feed.
    ///
    /// - Parameter issuedUpTo: See `endIssued`.
    func end(
        _ row: SessionRow, _ reason: SessionEnd.Reason, at now: UnixTime, issuedUpTo: Int64? = nil,
        _ connection: Connection
    ) throws(StorageError) -> EndedSession {
        try SessionTable(connection: connection).setEnd(
            SessionEnd(reason: reason, at: now), dueAt: now.adding(seconds: SessionLimits.keptAfterEnd),
            of: row.number)
        try SessionClientTable(connection: connection).delete(row.number)
        if row.record.kind == .external || row.record.signInMethod == .issuer {
            try endIssued(row.number, reason, at: now, issuedUpTo: issuedUpTo, connection)
        }
        try SessionSchema.credentials.recordTombstone(
            CredentialChange.session(row.record.id).key, at: now, in: connection)
        return EndedSession(session: row.record.id, account: row.record.account, reason: reason)
    }

    /// Where the credentials feed stands, in the same state of the database as everything else in `connection`.
    func mark(_ connection: Connection) throws(StorageError) -> (epoch: FeedEpoch, sequence: UInt64) {
        let position = try SessionSchema.credentials.position(in: connection)
        return (position.epoch.life, position.sequence)
    }
}

/// Why the store does not do what it is asked.
typealias SessionStoreError = StoreFailure<Never>
