@testable import AuthSession

@Suite("Session stores: accounts, feeds and keys", .timeLimit(.minutes(10))) struct AccountMirrorTests {
    private let stores = ScratchStores()

    @Test("A change of an account ends its sessions and applies to later ones", arguments: StoreKind.allCases)
    func news(_ kind: StoreKind) async throws {
        let store = try stores.sessions(kind)
        try await store.begin("one", signedInAt: .start)
        try await store.begin("two", signedInAt: .start.adding(seconds: 10))
        let ended = try await store.apply([
            (.anna, AccountChange(status: .active, sessionsEndBefore: .start.adding(seconds: 5)))
        ])
        #expect(ended == [EndedSession(session: .named("one"), account: .anna, reason: .accountSignedOut)])
        let between = UnixTime.start.adding(seconds: 5)
        #expect(try await store.begin("three", signedInAt: between) == .refused(.accountSignedOut))
        let later = UnixTime.start.adding(seconds: 6)
        #expect(try await store.begin("four", signedInAt: later) == .begun(ended: []))
        _ = try await store.apply([(.anna, AccountChange(status: .disabled))], from: 2)
        #expect(try await store.begin("five", signedInAt: later) == .refused(.accountDisabled))
        _ = try await store.apply([(.anna, nil)], from: 3)
        #expect(try await store.begin("six", signedInAt: later) == .refused(.accountErased))
        #expect(try await store.ids().isEmpty)
        #expect(try await store.accountsCursor() == FeedCursor(epoch: FeedEpoch(rawValue: 1 << 20), sequence: 3))
    }

    @Test("The end of all sessions but one ends the others for good", arguments: StoreKind.allCases)
    func kept(_ kind: StoreKind) async throws {
        let store = try stores.sessions(kind)
        try await store.begin("own")
        try await store.begin("other")
        let end = UnixTime.start.adding(seconds: 5)
        let change = AccountChange(status: .active, sessionsEndBefore: end, keptSession: .named("own"))
        let ended = try await store.apply([(.anna, change)])
        #expect(ended == [EndedSession(session: .named("other"), account: .anna, reason: .accountSignedOut)])
        // A sign-in from before that moment starts no session. The kept session survives a repeated change.
        #expect(try await store.begin("crossing", signedInAt: end) == .refused(.accountSignedOut))
        #expect(try await store.apply([(.anna, change)], from: 2).isEmpty)
        #expect(try await store.ids() == ["own"])
        let all = AccountChange(status: .active, sessionsEndBefore: end)
        #expect(try await store.apply([(.anna, all)], from: 3).map(\.session) == [.named("own")])
    }

    @Test("An erased account is known as such for 400 days", arguments: StoreKind.allCases)
    func forgetting(_ kind: StoreKind) async throws {
        let store = try stores.sessions(kind)
        _ = try await store.apply([(.anna, nil)])
        try await store.pruneTombstones(at: .start.adding(seconds: 400 * day))
        #expect(try await store.begin("one") == .refused(.accountErased))
        try await store.pruneTombstones(at: .start.adding(seconds: 400 * day + 1))
        #expect(try await store.begin("one") == .begun(ended: []))
    }

    @Test("An erased account that returns with a restarted feed is reported", arguments: StoreKind.allCases)
    func returns(_ kind: StoreKind) async throws {
        let store = try stores.sessions(kind)
        let active = AccountChange(status: .active)
        _ = try await store.apply([(.anna, nil), (.ben, active), (.named("carla"), nil)])
        // Somebody who comes again does so in the feed as it goes on.
        _ = try await store.apply([(.named("carla"), active)], from: 4)
        #expect(try await store.returnedAccounts().isEmpty)
        _ = try await store.apply([(.ben, active)], highWater: 3, startsOver: true)
        _ = try await store.apply([(.anna, active), (.named("carla"), active)], from: 2)
        #expect(try await store.returnedAccounts() == [.anna])
        _ = try await store.apply([(.anna, AccountChange(status: .disabled))], from: 4)
        #expect(try await store.returnedAccounts() == [.anna], "also when something else has changed since")
        _ = try await store.apply([(.anna, nil)], from: 5)
        #expect(try await store.returnedAccounts().isEmpty, "erased again")
        _ = try await store.apply([(.ben, active), (.anna, active)], startsOver: true)
        #expect(try await store.returnedAccounts() == [.anna])
        try await store.pruneTombstones(at: .start.adding(seconds: 30 * day + 1))
        #expect(try await store.returnedAccounts().isEmpty, "told of for 30 days")
        #expect(try await store.returnedAccountCount() == 0)
    }

    @Test("Erased accounts that are back are all counted, however many are named", arguments: StoreKind.allCases)
    func manyReturns(_ kind: StoreKind) async throws {
        let store = try stores.sessions(kind)
        let accounts = (0..<1001).map { AccountID.named("n\($0)") }
        _ = try await store.apply(accounts.map { ($0, nil) })
        _ = try await store.apply(accounts.map { ($0, AccountChange(status: .active)) }, startsOver: true)
        #expect(try await store.returnedAccountCount() == 1001)
        #expect(try await store.returnedAccounts().count == 1000)
    }

    @Test("An account that a restarted feed does not repeat counts as erased", arguments: StoreKind.allCases)
    func startingOver(_ kind: StoreKind) async throws {
        let store = try stores.sessions(kind)
        let active = AccountChange(status: .active)
        _ = try await store.apply([(.anna, active), (.ben, active), (.named("carla"), active)])
        try await store.begin("s-anna", of: .anna)
        try await store.begin("s-ben", of: .ben)
        try await store.begin("s-carla", of: .named("carla"))
        // Of this one the feed has never told; it is old enough that it should have.
        try await store.begin("s-dora", of: .named("dora"))
        let now = UnixTime.start.adding(seconds: 3600)
        // This one is too new for that.
        try await store.begin("s-emil", of: .named("emil"), at: now)
        #expect(try await store.apply([(.anna, active)], highWater: 2, startsOver: true, at: now).isEmpty)
        // Until the end, no account is considered erased and all known accounts are kept.
        #expect(try await store.ids(of: .ben) == ["s-ben"])
        let ended = try await store.apply([(.ben, active)], from: 2, at: now)
        #expect(Set(ended.map(\.session.text)) == ["s-carla", "s-dora"])
        #expect(ended.allSatisfy { $0.reason == .accountErased })
        #expect(try await store.ids(of: .named("emil"), at: now) == ["s-emil"])
        #expect(try await store.begin("again", of: .named("carla"), at: now) == .refused(.accountErased))
    }

    @Test("An operator may change the word on missing accounts later", arguments: StoreKind.allCases)
    func keptThenErased(_ kind: StoreKind) async throws {
        let store = try stores.sessions(kind)
        let database = store.database
        let active = AccountChange(status: .active)
        _ = try await store.apply([(.anna, active), (.ben, active)])
        for account in [AccountID.anna, .ben, .named("dora")] {
            try await store.begin("s-\(account.text)", of: account)
        }
        // Of dora the feed has never told; she is missing too.
        let now = UnixTime.start.adding(seconds: 3600)
        #expect(try await store.apply([], from: 1, startsOver: true, at: now).isEmpty)
        #expect(try await store.missesAccounts())
        #expect(try await !store.hasInFeed(.anna))
        #expect(try await database.write { try AccountsDoubt.decide(.keep, in: $0) })
        #expect(try await store.apply([], from: 1, at: now).isEmpty)
        #expect(try await !store.missesAccounts())
        #expect(try await store.ids(of: .ben, at: now) == ["s-ben"])
        // An account that is found is no longer missing.
        #expect(try await store.apply([(.anna, active)], from: 1, at: now).isEmpty)
        #expect(try await store.hasInFeed(.anna))
        #expect(try await database.write { try AccountsDoubt.decide(.erase, in: $0) })
        let ended = try await store.apply([], from: 2, at: now)
        #expect(Set(ended.map(\.session.text)) == ["s-ben", "s-dora"])
        #expect(try await store.ids(of: .anna, at: now) == ["s-anna"])
        #expect(try await store.begin("again", of: .ben, at: now) == .refused(.accountErased))
    }

    @Test(
        "The credentials feed has only ends, keeps its epoch when pruned, and restarts for a follower that missed some",
        arguments: StoreKind.allCases)
    func pruning(_ kind: StoreKind) async throws {
        let store = try stores.sessions(kind)
        for id in ["one", "two"] { try await store.begin(id) }
        #expect(try await store.feedKeys().isEmpty)
        _ = try await store.endSession(.named("one"), of: .anna, at: .start)
        let before = try await store.credentials(epoch: nil, after: 0, limit: 10)
        try await store.pruneTombstones(at: .start.adding(seconds: 30 * day))
        #expect(try await store.feedKeys() == ["session/one"], "kept for 30 days")
        try await store.pruneTombstones(at: .start.adding(seconds: 31 * day))
        _ = try await store.endSession(.named("two"), of: .anna, at: .start.adding(seconds: 31 * day))
        let mark = try await store.find(.nothing)
        #expect(mark.epoch == before.epoch && mark.sequence == 2)
        let news = try await store.credentials(epoch: before.epoch, after: before.highWater, limit: 10)
        #expect(!news.startsOver && news.epoch == before.epoch && news.changes.map(\.key) == ["session/two"])
        let missed = try await store.credentials(epoch: before.epoch, after: 0, limit: 10)
        #expect(missed.startsOver && missed.epoch == before.epoch)
    }

    @Test("API keys that ended long ago make room for new ones", arguments: StoreKind.allCases)
    func endedAPIKeys(_ kind: StoreKind) async throws {
        let store = try stores.sessions(kind)
        func create(_ name: String, on moment: UnixTime, endsAt end: UnixTime? = nil) async throws -> Bool {
            let key = APIKeySummary(id: .named(name), name: name, scopes: [.publish], createdAt: moment, expiresAt: end)
            let hash = [UInt8](repeating: UInt8(name.utf8.last ?? 0), count: 32)
            return try await store.createAPIKey(key, hash: hash, maximum: 3)
        }
        #expect(try await create("revoked", on: .start))
        #expect(try await create("over", on: .start, endsAt: .start))
        #expect(try await create("living", on: .start))
        #expect(try await store.revokeAPIKey(.named("revoked"), at: .start) == .revoked)
        let kept = UnixTime.start.adding(seconds: 90 * day)
        #expect(try await !create("early", on: kept), "what ended counts for 90 days")
        #expect(try await create("new", on: kept.adding(seconds: 1)))
        #expect(try await store.listAPIKeys().map(\.name) == ["new", "living"])
    }

    @Test("API keys have a maximum number, and each is found by its hash", arguments: StoreKind.allCases)
    func apiKeys(_ kind: StoreKind) async throws {
        let store = try stores.sessions(kind)
        let keys = (0..<3).map {
            APIKeySummary(
                id: .named("key-\($0)"), name: "key \($0)", scopes: [.publish], createdAt: .start, expiresAt: .start)
        }
        #expect(try await store.createAPIKey(keys[0], hash: .ofGeneration(0), maximum: 2))
        #expect(try await store.createAPIKey(keys[1], hash: .ofGeneration(1), maximum: 2))
        #expect(try await !store.createAPIKey(keys[2], hash: .ofGeneration(2), maximum: 2))
        #expect(try await store.listAPIKeys().map(\.id) == [keys[1].id, keys[0].id])
        #expect(try await store.findAPIKey(hash: .ofGeneration(1)).value?.name == "key 1")
        #expect(try await store.findAPIKey(hash: .ofGeneration(2)).value == nil)
        #expect(try await store.revokeAPIKey(keys[1].id, at: .start) == .revoked)
        #expect(try await store.revokeAPIKey(keys[1].id, at: .start) == .revokedBefore)
        #expect(try await store.revokeAPIKey(keys[2].id, at: .start) == .unknown)
        #expect(try await store.findAPIKey(hash: .ofGeneration(1)).value?.revokedAt == .start)
        #expect(try await store.feedKeys() == ["key/key-1"])
    }

    @Test("Followers are told of each API key whose time has ended", arguments: StoreKind.allCases)
    func toldOfEndedAPIKeys(_ kind: StoreKind) async throws {
        let store = try stores.sessions(kind)
        for (number, seconds) in [10, 20, 30].enumerated() {
            let key = APIKeySummary(
                id: .named("key-\(number)"), name: "key", scopes: [.publish], createdAt: .start,
                expiresAt: .start.adding(seconds: Int64(seconds)))
            #expect(try await store.createAPIKey(key, hash: .ofGeneration(UInt8(number)), maximum: 3))
        }
        #expect(try await store.revokeAPIKey(.named("key-0"), at: .start) == .revoked)
        try await store.recordEndedAPIKeys(after: UnixTime(milliseconds: 0), at: .start.adding(seconds: 20))
        #expect(try await store.feedKeys() == ["key/key-0", "key/key-1"])
        try await store.recordEndedAPIKeys(after: .start.adding(seconds: 20), at: .start.adding(seconds: 30))
        #expect(try await store.feedKeys() == ["key/key-0", "key/key-1", "key/key-2"])
    }

    @Test("Signing keys are listed in the order of their moments, then of their making", arguments: StoreKind.allCases)
    func signingKeys(_ kind: StoreKind) async throws {
        let store = try stores.sessions(kind)
        func key(_ id: String, _ seconds: Int64) -> StoredSigningKey {
            StoredSigningKey(id: id, sealed: [1, 2, 3], activeFrom: .start.adding(seconds: seconds))
        }
        for key in [key("b", 0), key("a", 0), key("later", 100)] {
            try await store.changeSigningKeys(adding: key, removing: [], waitingFrom: nil)
        }
        #expect(try await store.signingKeys() == [key("b", 0), key("a", 0), key("later", 100)])
        try await store.changeSigningKeys(
            adding: key("now", 50), removing: ["b"], waitingFrom: .start.adding(seconds: 50))
        #expect(try await store.signingKeys() == [key("a", 0), key("now", 50)])
    }
}
