// The session store on SQLite: how it opens, and how its methods use the database. The methods stand beside it.

import Foundation
import Models
import Storage

/// The session store on SQLite.
struct SQLiteSessionStore: SessionStore {
    let database: ServiceDatabase
    let limits: SessionLimits
    let tokens: RefreshTokens

    /// Opens the database file, makes it when there has never been one.
    static func openDatabase(
        at url: URL, options: StorageOptions = StorageOptions()
    ) throws(StorageError) -> ServiceDatabase {
        try ServiceDatabase.open(
            at: url, migrations: SessionSchema.migrations, options: options, mark: DatabaseMark(of: url))
    }

    /// Whether the database holds signing keys, which are worth nothing without the secret that they are sealed with.
    static func holdsKeys(_ database: ServiceDatabase) throws -> Bool {
        try database.read { try $0.prepare("SELECT 1 FROM signing_key LIMIT 1").step() }
    }
}

extension SQLiteSessionStore {
    /// Runs `body` as one durable transaction. It may run twice, so it touches nothing but the database.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws(SessionStoreError) -> Value {
        do { return try await database.write(body) } catch { throw SessionStoreError(error) }
    }

    /// Runs `body` on the calling thread; its statements see one state of the database.
    func read<Value>(_ body: (Connection) throws -> Value) throws(SessionStoreError) -> Value {
        do { return try database.readSnapshot(body) } catch { throw SessionStoreError(error) }
    }

    /// Ends a session: its row says so, what its app said of itself goes, and the feed tells.
    /// - Parameter issuedUpTo: see `endIssued`.
    func end(
        _ row: SessionRow, _ reason: SessionEnd.Reason, at now: UnixTime, issuedUpTo: Int64? = nil,
        _ connection: Connection
    ) throws(StorageError) -> EndedSession {
        try SessionTable(connection: connection).setEnd(
            SessionEnd(reason: reason, at: now), dueAt: now.adding(seconds: SessionLimits.keptAfterEnd),
            of: row.number)
        try SessionClientTable(connection: connection).delete(row.number)
        if row.record.kind == .external {
            try endIssued(row.number, reason, at: now, issuedUpTo: issuedUpTo, connection)
        }
        try SessionSchema.credentials.recordTombstone(
            CredentialChange.session(row.record.id).key, at: now, in: connection)
        return EndedSession(session: row.record.id, account: row.record.account, reason: reason)
    }

    /// Where the credentials feed stands, in the same state of the database as everything else in `connection`.
    func mark(_ connection: Connection) throws(StorageError) -> (epoch: FeedEpoch, sequence: UInt64) {
        let page = try SessionSchema.credentials.readPage(epoch: nil, after: nil, limit: 1, in: connection)
        return (page.epoch.life, page.highWater)
    }
}

extension SessionStoreError {
    fileprivate init(_ error: any Error) {
        self =
            switch error {
            case StorageError.overloaded: .overloaded
            case StorageError.constraint, StorageError.sqlite, StorageError.migrationFailed: .failed(error)
            case is StorageError: .unavailable(error)
            default: .failed(error)
            }
    }
}
