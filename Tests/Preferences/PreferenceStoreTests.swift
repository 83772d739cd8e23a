import CBOR
import Foundation
import Isolation
import Models
import Storage
import Testing

@testable import Preferences

extension StoreKind {
    /// Call `close` before the next one.
    func open(in folder: TemporaryFolder) throws -> (store: PreferenceStore, close: @Sendable () throws -> Void) {
        let database = try open(PreferenceStore.self, in: folder)
        return (PreferenceStore(database: database), { try database.close() })
    }
}

extension ScratchStores {
    func preferences(_ kind: StoreKind) throws -> PreferenceStore {
        PreferenceStore(database: try open(PreferenceStore.self, on: kind))
    }
}

@Suite("The preferences of a store", .timeLimit(.minutes(10)))
struct PreferenceStoreTests {
    private let stores = ScratchStores()

    private let ada = AccountID("ada")!
    private let ben = AccountID("ben")!
    private let choices = NotificationChoices(
        notifyNewOffers: false, notifyNewProNearby: true, notifyLocalEvents: false, notificationRadius: 25,
        preferredCategories: ["BEAUTY"])
    private let night = QuietHours(start: 1320, end: 420, timeZone: "Europe/Paris", allowsInterruptions: true)
    private let epoch = FeedEpoch(rawValue: 1 << 40)

    private func news(of store: PreferenceStore, after cursor: UInt64 = 0) async throws -> [String:
        NotificationPreferences?]
    {
        let page = try await store.readFeed(epoch: nil, after: cursor, limit: 100)
        return try Dictionary(
            uniqueKeysWithValues: page.changes.map { change in
                (change.key, try change.value.map { try CBORDecoder().decode(NotificationPreferences.self, from: $0) })
            })
    }

    private func page(_ changes: [(AccountID, AccountChange?)], from first: UInt64 = 1, startsOver: Bool = false) throws
        -> FeedPage
    {
        let changes = try changes.enumerated().map { position, change in
            FeedChange(
                sequence: first + UInt64(position), key: change.0.text,
                value: try change.1.map { try CBOREncoder().encode($0) })
        }
        return FeedPage(
            epoch: epoch, changes: changes, highWater: changes.last?.sequence ?? first, startsOver: startsOver)
    }

    @Test("Choices and quiet hours survive a restart separately", arguments: StoreKind.allCases)
    func keeps(kind: StoreKind) async throws {
        let folder = try TemporaryFolder()
        var (store, close) = try kind.open(in: folder)
        #expect(try await store.getPreferences(ada) == KeptPreferences())
        #expect(try await store.setQuietHours(night, of: ada, at: .start) == KeptPreferences(quietHours: night))
        #expect(
            try await store.setPreferences(choices, of: ada, at: .start)
                == KeptPreferences(choices: choices, quietHours: night))
        try close()
        (store, close) = try kind.open(in: folder)
        #expect(try await store.getPreferences(ada) == KeptPreferences(choices: choices, quietHours: night))
        #expect(try await store.setQuietHours(nil, of: ada, at: .start) == KeptPreferences(choices: choices))
        #expect(try await store.getPreferences(ben) == KeptPreferences())
        try close()
    }

    @Test("Followers get the preferences, without choices if none were made", arguments: StoreKind.allCases)
    func feed(kind: StoreKind) async throws {
        let store = try stores.preferences(kind)
        _ = try await store.setQuietHours(night, of: ada, at: .start)
        _ = try await store.setPreferences(choices, of: ben, at: .start)
        #expect(
            try await news(of: store) == [
                // The defaults of today are not told: tomorrow there may be other categories.
                "ada": NotificationPreferences(quietHours: night),
                "ben": NotificationPreferences(choices: choices),
            ])
        // The same again is no news.
        let mark = try await store.readFeed(epoch: nil, after: nil, limit: 1).highWater
        _ = try await store.setPreferences(choices, of: ben, at: .start)
        #expect(try await store.readFeed(epoch: nil, after: nil, limit: 1).highWater == mark)
    }

    @Test("An erased account loses its preferences, and late requests are refused", arguments: StoreKind.allCases)
    func erased(kind: StoreKind) async throws {
        let store = try stores.preferences(kind)
        for account in [ada, ben] { _ = try await store.setPreferences(choices, of: account, at: .start) }
        let there = AccountChange(status: .active, number: 1)
        try await store.applyAccounts(page([(ada, there), (ben, there), (ada, nil)]), at: .start)
        #expect(try await store.getPreferences(ada) == KeptPreferences())
        #expect(try await store.getPreferences(ben).choices == choices)
        #expect(try await news(of: store)["ada"] == .some(nil))
        await #expect(throws: PreferenceStoreError.self) {
            _ = try await store.setPreferences(choices, of: ada, at: .start)
        }
        #expect(try await store.accountsCursor() == FeedCursor(epoch: epoch, sequence: 3))
        // A new account with the same id starts without preferences.
        try await store.applyAccounts(page([(ada, AccountChange(status: .active, number: 2))], from: 4), at: .start)
        #expect(try await store.setPreferences(choices, of: ada, at: .start).choices == choices)
    }

    @Test("A new account with the id of an erased one starts without preferences", arguments: StoreKind.allCases)
    func another(kind: StoreKind) async throws {
        let store = try stores.preferences(kind)
        _ = try await store.setPreferences(choices, of: ada, at: .start)
        try await store.applyAccounts(page([(ada, AccountChange(status: .active, number: 1))]), at: .start)
        #expect(try await store.getPreferences(ada).choices == choices)
        try await store.applyAccounts(page([(ada, AccountChange(status: .active, number: 2))], from: 2), at: .start)
        #expect(try await store.getPreferences(ada) == KeptPreferences())
    }

    @Test(
        "A feed that starts over deletes preferences of accounts that it no longer contains",
        arguments: StoreKind.allCases)
    func startsOver(kind: StoreKind) async throws {
        let store = try stores.preferences(kind)
        for account in [ada, ben] { _ = try await store.setPreferences(choices, of: account, at: .start) }
        try await store.applyAccounts(
            page([(ben, AccountChange(status: .disabled, number: 2))], from: 9, startsOver: true), at: .start)
        #expect(try await store.getPreferences(ada) == KeptPreferences())
        #expect(try await store.getPreferences(ben).choices == choices)
    }
}

extension PreferenceStore {
    fileprivate func readFeed(epoch: FeedEpoch?, after cursor: UInt64?, limit: Int) async throws -> FeedPage {
        try await readFeed(PreferenceSchema.feed, epoch: epoch, after: cursor, limit: limit)
    }
}
