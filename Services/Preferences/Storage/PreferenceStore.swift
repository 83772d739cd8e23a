import CBOR
import Foundation
import MessageBus
import Models
import Storage

/// Nil for parts that were never set.
struct KeptPreferences: Hashable, Sendable {
    var choices: NotificationChoices?
    var quietHours: QuietHours?
    var kindsOn: [String] = []
    var kindsOff: [String] = []
    var topics: [String] = []
    /// Added by publishers.
    var givenTopics: [String] = []
    var tags: [String] = []

    /// For the feed. Without defaults: they change with the configuration, and no feed entry would report that.
    var told: NotificationPreferences {
        func given(_ names: [String]) -> [String]? { names.isEmpty ? nil : names }
        return NotificationPreferences(
            choices: choices, quietHours: quietHours, kindsOn: given(kindsOn), kindsOff: given(kindsOff),
            topics: given(topics), givenTopics: given(givenTopics), tags: given(tags))
    }
}

/// Each method is one transaction with the row in the feed. A change is on disk when its method returns.
struct PreferenceStore: Store {
    typealias Failure = PreferenceStoreError
    static let migrations = PreferenceSchema.migrations

    let database: ServiceDatabase

    func getPreferences(_ account: AccountID) async throws(PreferenceStoreError) -> KeptPreferences {
        try await read { try PreferenceTable(connection: $0).find(account) ?? KeptPreferences() }
    }

    /// Refused if the account was erased.
    func setPreferences(
        _ choices: NotificationChoices, of account: AccountID, at now: UnixTime
    ) async throws(PreferenceStoreError) -> KeptPreferences {
        try await change(account, at: now) { $0.choices = choices }
    }

    /// Nil removes them. Refused if the account was erased.
    func setQuietHours(
        _ hours: QuietHours?, of account: AccountID, at now: UnixTime
    ) async throws(PreferenceStoreError) -> KeptPreferences {
        try await change(account, at: now) { $0.quietHours = hours }
    }

    /// Refused if the account was erased, or by the change itself.
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

    /// All or none. Erased accounts are skipped.
    func change(
        _ accounts: [AccountID], at now: UnixTime,
        _ change: @escaping @Sendable (AccountID, inout KeptPreferences) throws -> Void
    ) async throws(PreferenceStoreError) {
        // Always in the same order, so that two such changes cannot block each other.
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
        // The row of an erased account is gone, and no new one can follow.
        if try former == nil && PreferenceSchema.accountRows.isErased(account, in: connection) { return nil }
        var kept = former ?? KeptPreferences()
        try change(&kept)
        // Apps send the same again at each start, which is no news for followers.
        guard kept != former else { return kept }
        // No row is needed for empty preferences.
        if former == nil, kept == KeptPreferences() { return kept }
        try table.set(kept, of: account)
        try PreferenceSchema.feed.record(account.text, FeedValue.write(kept.told), at: now, in: connection)
        return kept
    }

    /// Deletes the preferences of erased accounts.
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

    var answer: ServiceError {
        switch self {
        case .accountErased: ServiceError(.accountGone, "the account no longer exists")
        case .tooManySubscriptions:
            ServiceError(
                .conflict,
                "a user can subscribe to at most \(SubscribeTopic.maximumTopics) topics; leave one of them first")
        }
    }
}
