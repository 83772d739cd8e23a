import CBOR
import Foundation
import MessageBus
import Models
import Storage

/// A user's stored preferences; nil for parts that were never set.
struct KeptPreferences: Hashable, Sendable {
    var choices: NotificationChoices?
    var quietHours: QuietHours?
    var kindsOn: [String] = []
    var kindsOff: [String] = []
    var topics: [String] = []
    /// The topics that publishers added the user to.
    var givenTopics: [String] = []
    var tags: [String] = []

    /// The preferences for the feed. Defaults are left out, because they change with the settings, without the feed.
    var told: NotificationPreferences {
        func given(_ names: [String]) -> [String]? { names.isEmpty ? nil : names }
        return NotificationPreferences(
            choices: choices, quietHours: quietHours, kindsOn: given(kindsOn), kindsOff: given(kindsOff),
            topics: given(topics), givenTopics: given(givenTopics), tags: given(tags))
    }
}

/// Stores preferences. Each method is one transaction with the feed. A change is on disk when its method returns.
struct PreferenceStore: Store {
    typealias Failure = PreferenceStoreError
    static let migrations = PreferenceSchema.migrations

    let database: ServiceDatabase

    func getPreferences(_ account: AccountID) async throws(PreferenceStoreError) -> KeptPreferences {
        try await read { try PreferenceTable(connection: $0).find(account) ?? KeptPreferences() }
    }

    /// Replaces a user's choices. Refuses if the account was erased.
    func setPreferences(
        _ choices: NotificationChoices, of account: AccountID, at now: UnixTime
    ) async throws(PreferenceStoreError) -> KeptPreferences {
        try await change(account, at: now) { $0.choices = choices }
    }

    /// Replaces the quiet hours; nil removes them. Refuses if the account was erased.
    func setQuietHours(
        _ hours: QuietHours?, of account: AccountID, at now: UnixTime
    ) async throws(PreferenceStoreError) -> KeptPreferences {
        try await change(account, at: now) { $0.quietHours = hours }
    }

    /// Changes a user's preferences. Refuses if the account was erased, or if the change itself refuses.
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

    /// Changes the preferences of all these accounts, or of no account. Erased accounts are skipped.
    func change(
        _ accounts: [AccountID], at now: UnixTime,
        _ change: @escaping @Sendable (AccountID, inout KeptPreferences) throws -> Void
    ) async throws(PreferenceStoreError) {
        // The order is always the same, so that two such changes cannot block each other.
        let accounts = Set(accounts).sorted { $0.text < $1.text }
        try await write { connection in
            for account in accounts {
                _ = try PreferenceStore.change(account, at: now, in: connection) { try change(account, &$0) }
            }
        }
    }

    private static func change(
        _ account: AccountID, at now: UnixTime, in connection: Connection,
        _ change: (inout KeptPreferences) throws -> Void
    ) throws -> KeptPreferences? {
        let table = PreferenceTable(connection: connection)
        let former = try table.find(account)
        // The row of an erased account is deleted, and no new row may follow.
        if try former == nil && PreferenceSchema.accountRows.isErased(account, in: connection) { return nil }
        var kept = former ?? KeptPreferences()
        try change(&kept)
        // Apps send the same preferences at each start, so unchanged preferences are not written to the feed.
        guard kept != former else { return kept }
        // Empty preferences need no row.
        if former == nil, kept == KeptPreferences() { return kept }
        try table.set(kept, of: account)
        try PreferenceSchema.feed.record(account.text, FeedValue.write(kept.told), at: now, in: connection)
        return kept
    }

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

typealias PreferenceStoreError = StoreFailure<Refusal>

enum Refusal: ServiceRefusal {
    case accountErased
    case tooManySubscriptions
    case tooManyTags

    var answer: ServiceError {
        switch self {
        case .accountErased: ServiceError(.accountGone, "the account no longer exists")
        case .tooManySubscriptions:
            ServiceError(
                .conflict,
                "a user can subscribe to at most \(SubscribeTopic.maximumTopics) topics; leave one of them first")
        case .tooManyTags:
            ServiceError(
                .invalidRequest,
                "an account can have at most \(ChangeTags.maximumTags) tags; remove some of its tags in the same request",
                field: "add")
        }
    }
}
