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
    /// Of the operator's kinds; each list is in the order of its names.
    var kindsOn: [String] = []
    var kindsOff: [String] = []
    var topics: [String] = []
    /// Where publishers have added them.
    var givenTopics: [String] = []
    var tags: [String] = []

    /// What followers are told. Not the defaults for whoever has not chosen: those change with the configuration, and
    /// nothing would tell of that.
    var told: NotificationPreferences {
        func given(_ names: [String]) -> [String]? { names.isEmpty ? nil : names }
        return NotificationPreferences(
            choices: choices, quietHours: quietHours, kindsOn: given(kindsOn), kindsOff: given(kindsOff),
            topics: given(topics), givenTopics: given(givenTopics), tags: given(tags))
    }
}

/// Stores what people want to hear of. Each method is one transaction, with the feed's row.
///
/// A change is on disk when its method returns.
///
/// - Throws: `PreferenceStoreError`, all methods.
struct PreferenceStore: Store {
    typealias Failure = PreferenceStoreError
    static let migrations = PreferenceSchema.migrations

    let database: ServiceDatabase

    /// What is kept of a person.
    func getPreferences(
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

    /// Changes what is kept of a person, and gives all that is kept then. Refused when the account has been erased, and
    /// for what the change throws.
    func change(
        _ account: AccountID, at now: UnixTime, _ change: @escaping @Sendable (inout KeptPreferences) throws -> Void
    ) async throws(PreferenceStoreError) -> KeptPreferences {
        try await write(reading: [PreferenceTable.query(account)]) { connection in
            guard let kept = try PreferenceStore.change(account, at: now, in: connection, change) else {
                throw Refusal.accountErased
            }
            return kept
        }
    }

    /// Changes what is kept of several people, of all or of none. Those who have been erased are passed over.
    func change(
        _ accounts: [AccountID], at now: UnixTime,
        _ change: @escaping @Sendable (AccountID, inout KeptPreferences) throws -> Void
    ) async throws(PreferenceStoreError) {
        // In one order, so that two such changes do not wait for each other.
        let accounts = Set(accounts).sorted { $0.text < $1.text }
        try await write { connection in
            for account in accounts {
                _ = try PreferenceStore.change(account, at: now, in: connection) { try change(account, &$0) }
            }
        }
    }

    /// Nil for an account that has been erased.
    private static func change(
        _ account: AccountID, at now: UnixTime, in connection: Connection,
        _ change: (inout KeptPreferences) throws -> Void
    ) throws -> KeptPreferences? {
        let table = PreferenceTable(connection: connection)
        let former = try table.find(account)
        // What was kept for an erased account went with it, and nothing can be kept for it afterwards.
        if try former == nil && PreferenceSchema.accountRows.isErased(account, in: connection) { return nil }
        var kept = former ?? KeptPreferences()
        try change(&kept)
        // An app that says the same again, as one does at each start, gives the followers nothing to do.
        guard kept != former else { return kept }
        // Nobody need be remembered of whom there is nothing to say.
        if former == nil, kept == KeptPreferences() { return kept }
        try table.set(kept, of: account)
        try PreferenceSchema.feed.record(account.text, FeedValue.write(kept.told), at: now, in: connection)
        return kept
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
    /// The person has subscribed to as many topics as they can.
    case tooManySubscriptions

    var answer: ServiceError {
        switch self {
        case .accountErased: ServiceError(.accountGone, "the account no longer exists")
        case .tooManySubscriptions:
            ServiceError(
                .conflict, "a person can subscribe to \(SubscribeTopic.maximumTopics) topics; leave one of them first")
        }
    }
}
