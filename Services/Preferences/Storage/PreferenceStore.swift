// The store of the preferences service: what people want to hear of, with the feed that tells of it.

import CBOR
import Foundation
import MessageBus
import Models
import Storage

/// What is kept of a person; nil parts for one who has not said.
struct KeptPreferences: Hashable, Sendable {
    var choices: NotificationChoices?
    var quietHours: QuietHours?

    /// What followers are told. Not the defaults for whoever has not chosen: those change with the configuration, and
    /// nothing would tell of that.
    var told: NotificationPreferences { NotificationPreferences(choices: choices, quietHours: quietHours) }
}

/// Stores what people want to hear of. Each method is one transaction, with the feed's row.
///
/// A change is on disk when its method returns.
///
/// - Throws: `PreferenceStoreError`, all methods.
struct PreferenceStore: Store {
    typealias Failure = PreferenceStoreError
    static let migrations = PreferenceSchema.migrations
    static let baseSchema = PreferenceSchema.base

    let database: ServiceDatabase

    /// What is kept of a person.
    nonisolated(nonsending) func getPreferences(
        _ account: AccountID
    ) async throws(PreferenceStoreError) -> KeptPreferences {
        try await read { try PreferenceTable(connection: $0).find(account) ?? KeptPreferences() }
    }

    /// Stores the choices, and gives all that is stored then. Refused when the account has been erased.
    func setPreferences(
        _ choices: NotificationChoices, of account: AccountID, at now: UnixTime
    ) async throws(PreferenceStoreError) -> KeptPreferences {
        try await change(account, at: now) { $0.choices = choices }
    }

    /// Stores the quiet hours, or that there are none, and gives all that is stored then. Refused when the account has
    /// been erased.
    func setQuietHours(
        _ hours: QuietHours?, of account: AccountID, at now: UnixTime
    ) async throws(PreferenceStoreError) -> KeptPreferences {
        try await change(account, at: now) { $0.quietHours = hours }
    }

    private func change(
        _ account: AccountID, at now: UnixTime, _ change: @escaping @Sendable (inout KeptPreferences) -> Void
    ) async throws(PreferenceStoreError) -> KeptPreferences {
        try await write(reading: [PreferenceTable.query(account)]) { connection in
            let table = PreferenceTable(connection: connection)
            let former = try table.find(account)
            // What was kept for an erased account went with it, and nothing can be kept for it afterwards.
            if try former == nil && PreferenceSchema.accountRows.isErased(account, in: connection) {
                throw Refusal.accountErased
            }
            var kept = former ?? KeptPreferences()
            change(&kept)
            // An app that says the same again, as one does at each start, gives the followers nothing to do.
            guard kept != former else { return kept }
            try table.set(kept, of: account)
            try PreferenceSchema.feed.record(account.text, FeedValue.write(kept.told), at: now, in: connection)
            return kept
        }
    }

    /// Takes over a page of the accounts feed: what erased accounts wanted to hear goes.
    func applyAccounts(_ page: FeedPage, at now: UnixTime) async throws(PreferenceStoreError) {
        try await write { connection in
            try PreferenceSchema.accountRows.apply(page, at: now, in: connection) {
                try CBORDecoder().decode(AccountChange.self, from: $0)
            } erase: { account in
                var counts = ErasedRowCounts()
                guard try PreferenceTable(connection: connection).delete(account) else { return counts }
                try PreferenceSchema.feed.recordTombstone(account, at: now, in: connection)
                counts.add(1, of: "preference")
                return counts
            }
        }
    }
}

/// Why the store does not do what it is asked.
typealias PreferenceStoreError = StoreFailure<Refusal>

/// Why the rules do not let a request through.
enum Refusal: ServiceRefusal {
    /// The account has been erased.
    case accountErased

    var answer: ServiceError { ServiceError(.accountGone, "the account is not there any more") }
}
