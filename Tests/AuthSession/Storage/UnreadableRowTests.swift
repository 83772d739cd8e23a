// What a session store does with what it cannot read.

import Isolation
import Models
import Storage
import Testing

@testable import AuthSession

@Suite("Session stores: what cannot be read", .timeLimit(.minutes(10)))
struct UnreadableRowTests {
    @Test("a key of the feed that is no account id is passed over, and the rest of the page is taken over")
    func feedKeys() async throws {
        let fixture = try StoreFixture(.sqlite)
        defer { fixture.end() }
        let store = fixture.store
        try await store.begin("one")
        let changes = ["no id", AccountID.anna.text].enumerated().map {
            FeedChange(sequence: UInt64($0.offset) + 1, key: $0.element, value: nil)
        }
        let page = FeedPage(epoch: FeedEpoch(rawValue: 1 << 20), changes: changes, highWater: 2, startsOver: true)
        let ended = try await store.apply(page, at: .start)
        #expect(ended.map(\.session) == [.named("one")])
        let known = try fixture.database.read { try $0.values("SELECT id FROM account", as: String.self) }
        #expect(known == [AccountID.anna.text])
        #expect(try store.accountsCursor()?.sequence == 2)
    }

    @Test("a session without an id that counts is in no list, and keeps the others neither there nor alive")
    func sessions() async throws {
        let fixture = try StoreFixture(.sqlite)
        defer { fixture.end() }
        let store = fixture.store
        for id in ["one", "two"] { try await store.begin(id) }
        try await fixture.database.write { try $0.run("UPDATE session SET id = '' WHERE id = 'one'") }
        #expect(try store.ids() == ["two"])
        let ended = try await store.endOthers(of: .anna, but: nil, at: .start)
        #expect(ended.map(\.session) == [.named("two")])
    }

    @Test("an account in a state that is not known here lets nobody sign in")
    func unknownStatus() async throws {
        let fixture = try StoreFixture(.sqlite)
        defer { fixture.end() }
        let store = fixture.store
        _ = try await store.apply([(.anna, AccountChange(status: .active))])
        try await fixture.database.write { connection in
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
        #expect(try store.ids() == [])
    }
}
