@testable import AuthSession

@Suite("Session stores: unreadable rows", .timeLimit(.minutes(10))) struct UnreadableRowTests {
    private let stores = ScratchStores()

    @Test("An invalid account id in the feed is skipped, and the rest of the page is stored")
    func feedKeys() async throws {
        let store = try stores.sessions(.sqlite)
        try await store.begin("one")
        let changes = ["no id", AccountID.anna.text].enumerated().map {
            FeedChange(sequence: UInt64($0.offset) + 1, key: $0.element, value: nil)
        }
        let page = FeedPage(epoch: FeedEpoch(rawValue: 1 << 20), changes: changes, highWater: 2, startsOver: true)
        let ended = try await store.apply(page, at: .start)
        #expect(ended.map(\.session) == [.named("one")])
        let known = try await store.database.read { try $0.values("SELECT id FROM account", as: String.self) }
        #expect(known == [AccountID.anna.text])
        #expect(try await store.accountsCursor()?.sequence == 2)
    }

    @Test("Unreadable sessions do not stop the purge of others")
    func due() async throws {
        let store = try stores.sessions(.sqlite)
        for id in ["one", "two", "three", "four"] { try await store.begin(id) }
        try await store.database.write { connection in
            try connection.run("UPDATE session SET id = '' WHERE id = 'one'")
            // As a later version may have written it.
            try connection.run("UPDATE session SET sign_in_method = 'by bell' WHERE id = 'two'")
            try connection.run("UPDATE session SET due_at = number")
        }
        let late = UnixTime.start.adding(seconds: 20 * 365 * 86_400)
        let purged = try await store.purge(at: late, limit: 2)
        #expect(purged.ended.map(\.session) == [.named("three"), .named("four")] && purged.count == 2)
    }

    @Test("An account in an unknown state lets nobody sign in")
    func unknownStatus() async throws {
        let store = try stores.sessions(.sqlite)
        _ = try await store.apply([(.anna, AccountChange(status: .active))])
        try await store.database.write { connection in
            // As a later version may have written it.
            try connection.run("PRAGMA ignore_check_constraints = ON")
            try connection.run("UPDATE account SET status = 'suspended'")
            try connection.run("PRAGMA ignore_check_constraints = OFF")
        }
        do {
            let result = try await store.begin("one")
            Issue.record("\(result)")
        } catch {
            guard case SessionStoreError.failed(StorageError.unreadable(column: "status", source: _)) = error else {
                Issue.record("\(error)")
                return
            }
        }
        #expect(try await store.ids() == [])
    }
}
