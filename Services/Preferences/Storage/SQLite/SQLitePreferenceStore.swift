// The preference store on SQLite.

import Foundation
import MessageBus
import Models
import Storage

/// The preference store on SQLite.
struct SQLitePreferenceStore: PreferenceStore {
    let database: ServiceDatabase
    let rules: PreferenceRules

    /// Opens the database file, makes it when there has never been one.
    static func openDatabase(
        at url: URL, options: StorageOptions = StorageOptions()
    ) throws(StorageError) -> ServiceDatabase {
        try ServiceDatabase.open(
            at: url, migrations: PreferenceSchema.migrations, options: options, mark: DatabaseMark(of: url))
    }

    func find(_ account: AccountID) throws(PreferenceStoreError) -> KeptPreferences {
        try read { try PreferenceTable(connection: $0).find(account) ?? KeptPreferences() }
    }

    func setChoices(
        _ choices: NotificationChoices, of account: AccountID, at now: UnixTime
    ) async throws(PreferenceStoreError) -> KeptPreferences {
        try await change(account, at: now) { $0.choices = choices }
    }

    func setQuietHours(
        _ hours: QuietHours?, of account: AccountID, at now: UnixTime
    ) async throws(PreferenceStoreError) -> KeptPreferences {
        try await change(account, at: now) { $0.quietHours = hours }
    }

    private func change(
        _ account: AccountID, at now: UnixTime, _ change: @escaping @Sendable (inout KeptPreferences) -> Void
    ) async throws(PreferenceStoreError) -> KeptPreferences {
        let kept: KeptPreferences? = try await write { connection in
            let table = PreferenceTable(connection: connection)
            let former = try table.find(account)
            // What was kept for an erased account went with it, and nothing can be kept for it afterwards.
            if try former == nil && PreferenceSchema.holdings.isErased(account, in: connection) { return nil }
            var kept = former ?? KeptPreferences()
            change(&kept)
            // An app that says the same again, as one does at each start, gives the followers nothing to do.
            guard kept != former else { return kept }
            try table.set(kept, of: account)
            let told = NotificationPreferences(choices: kept.choices ?? rules.defaults, quietHours: kept.quietHours)
            try PreferenceSchema.feed.record(account.text, FeedValue.write(told), at: now, in: connection)
            return kept
        }
        guard let kept else { throw .accountErased }
        return kept
    }

    func readFeed(
        epoch: FeedEpoch?, after cursor: UInt64?, limit: Int
    ) throws(PreferenceStoreError) -> FeedPage {
        try read { try PreferenceSchema.feed.readPage(epoch: epoch, after: cursor, limit: limit, in: $0) }
    }

    func onChange(_ listener: @escaping @Sendable () -> Void) {
        database.onCommit(changing: PreferenceSchema.feed.name, listener)
    }

    func pruneTombstones(before moment: UnixTime) async throws(PreferenceStoreError) {
        try await write { _ = try PreferenceSchema.feed.pruneTombstones(olderThan: moment, in: $0) }
    }

    func accountsCursor() throws(PreferenceStoreError) -> FeedCursor? {
        try read { try FeedCursorTable.read(AccountChange.feed, in: $0) }
    }

    func takeAccounts(_ page: FeedPage, at now: UnixTime) async throws(PreferenceStoreError) {
        try await write { connection in
            try PreferenceSchema.holdings.apply(page, at: now, in: connection) {
                try CBORDecoder().decode(AccountChange.self, from: $0)
            } erase: { account in
                guard try PreferenceTable(connection: connection).delete(account) else { return }
                try PreferenceSchema.feed.recordTombstone(account, at: now, in: connection)
            }
        }
    }

    /// Runs `body` as one durable transaction. It may run twice, so it touches nothing but the database.
    private func write<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws(PreferenceStoreError) -> Value {
        do { return try await database.write(body) } catch { throw PreferenceStoreError(error) }
    }

    /// Runs `body` on the calling thread; its statements see one state of the database.
    private func read<Value>(_ body: (Connection) throws -> Value) throws(PreferenceStoreError) -> Value {
        do { return try database.readSnapshot(body) } catch { throw PreferenceStoreError(error) }
    }
}

extension PreferenceStoreError {
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
