@testable import AuthSession

@Suite("Session stores: sessions", .timeLimit(.minutes(10))) struct SessionStoreTests {
    private let stores = ScratchStores()

    @Test(
        "A session is found by its id, an opaque one by its secret, with the feed position",
        arguments: StoreKind.allCases)
    func finding(_ kind: StoreKind) async throws {
        let store = try stores.sessions(kind)
        let rotating = SessionRecord.sample("one")
        let opaque = SessionRecord.sample("two", kind: .opaque)
        _ = try await store.begin(NewSession(record: rotating, secretHash: nil, client: SessionClient()), at: .start)
        _ = try await store.begin(
            NewSession(record: opaque, secretHash: .ofGeneration(9), client: SessionClient()), at: .start)
        #expect(try await store.find(.id(.named("one"))).value == rotating)
        #expect(try await store.find(.secret(.ofGeneration(9))).value == opaque)
        #expect(try await store.find(.secret(.ofGeneration(8))).value == nil)
        #expect(try await store.find(.id(.named("three"))).value == nil)
        #expect(try await store.find(.nothing).sequence == 0)
        _ = try await store.endSession(.named("one"), of: .anna, at: .start)
        let found = try await store.find(.id(.named("one")))
        #expect(found.sequence == 1 && found.value?.end == SessionEnd(reason: .signedOut, at: .start))
        #expect(try await store.credentials(epoch: nil, after: nil, limit: 1).epoch == found.epoch)
    }

    @Test(
        "The app's description of itself is shown while the session lives, and is gone afterwards",
        arguments: StoreKind.allCases)
    func client(_ kind: StoreKind) async throws {
        let store = try stores.sessions(kind)
        let client = SessionClient.complete()
        try await store.begin("one", client: client)
        try await store.begin("two", at: .start.adding(seconds: 1))
        let listed = try await store.listSessions(of: .anna, at: .start)
        #expect(listed.map(\.session.text) == ["two", "one"])
        #expect(listed.map(\.client) == [SessionClient(), client])
        _ = try await store.endSession(.named("one"), of: .anna, at: .start)
        #expect(try await store.ids() == ["two"])
    }

    @Test(
        "A refresh advances once, repeats itself for ten seconds, and then ends the session",
        arguments: StoreKind.allCases)
    func refreshing(_ kind: StoreKind) async throws {
        let store = try stores.sessions(kind)
        try await store.begin("one")
        let shown = Rotation.Shown(session: .named("one"), generation: 1, hash: .ofGeneration(1))
        let now = UnixTime.start.adding(seconds: 100)
        guard case .tokens(let session) = try await store.refreshSession(shown, signingKey: "key-2", at: now) else {
            Issue.record("no successor")
            return
        }
        let rotation = try #require(session.rotation)
        #expect(rotation.generation == 2 && rotation.signingKey == "key-2" && rotation.rotatedAt == now)
        #expect(rotation.previousHash == .ofGeneration(1) && session.lastActivityAt == now)
        let soon = now.adding(seconds: 10)
        #expect(try await store.refreshSession(shown, signingKey: "key-3", at: soon) == .tokens(session))
        let late = now.adding(seconds: 11)
        // Nobody has used what it was answered with; the use of an earlier generation says nothing of it.
        try await store.recordUse(of: .named("one"), generation: 1)
        #expect(try await store.refreshSession(shown, signingKey: "key-3", at: late) == .tokens(session))
        try await store.recordUse(of: .named("one"), generation: 2)
        let ended = EndedSession(session: .named("one"), account: .anna, reason: .reuse)
        #expect(try await store.refreshSession(shown, signingKey: "key-3", at: late) == .ended(ended))
        #expect(try await store.refreshSession(shown, signingKey: "key-3", at: late) == .over(.reuse))
        #expect(try await store.feedKeys() == ["session/one"])
    }

    @Test("A session that is gone or has no tokens is not refreshed", arguments: StoreKind.allCases)
    func nothingToRefresh(_ kind: StoreKind) async throws {
        let store = try stores.sessions(kind)
        let opaque = SessionRecord.sample("two", kind: .opaque)
        _ = try await store.begin(
            NewSession(record: opaque, secretHash: .ofGeneration(9), client: SessionClient()), at: .start)
        for id in ["one", "two"] {
            let shown = Rotation.Shown(session: .named(id), generation: 1, hash: nil)
            #expect(try await store.refreshSession(shown, signingKey: "key-1", at: .start) == .unknown)
        }
        #expect(try await store.ids() == ["two"])
    }

    @Test(
        "An identity token begins sessions for ten seconds, and then none until it expires",
        arguments: StoreKind.allCases)
    func spentToken(_ kind: StoreKind) async throws {
        let store = try stores.sessions(kind)
        let token = SpentToken(name: .ofGeneration(1), end: .start.adding(seconds: 3600))
        func begin(_ id: String, at now: UnixTime) async throws -> BeginSessionResult {
            try await store.begin(.sample(id, spending: token, at: now), at: now)
        }
        #expect(try await store.maySpend(token, at: .start))
        #expect(try await begin("one", at: .start) == .begun(ended: []))
        #expect(try await begin("two", at: .start.adding(seconds: 10)) == .begun(ended: []))
        let late = UnixTime.start.adding(milliseconds: 10_001)
        #expect(try await begin("three", at: late) == .spent)
        #expect(try await !store.maySpend(token, at: late))
        #expect(try await store.maySpend(SpentToken(name: .ofGeneration(2), end: token.end), at: late))
        #expect(try await store.ids(at: late).count == 2)
        #expect(try await store.pruneSignOuts(at: .start.adding(seconds: 3599), limit: 10) == 0)
        #expect(try await store.pruneSignOuts(at: token.end, limit: 10) == 1)
        #expect(try await store.maySpend(token, at: token.end))
    }

    @Test("A code begins one session, however many processes show it at once", arguments: StoreKind.allCases)
    func spentCode(_ kind: StoreKind) async throws {
        let store = try stores.sessions(kind)
        let code = SpentToken(name: .ofGeneration(1), end: .start.adding(seconds: 300), mayRepeat: false)
        let results = try await concurrently(10) { number in
            try await store.begin(.sample("s\(number)", spending: code, at: .start), at: .start)
        }
        #expect(results.count { $0 == .begun(ended: []) } == 1 && results.count { $0 == .spent } == 9)
        #expect(try await store.ids(at: .start).count == 1)
        #expect(try await !store.maySpend(code, at: .start))
    }

    @Test("Refreshes of one token at once all get the same tokens", arguments: StoreKind.allCases)
    func race(_ kind: StoreKind) async throws {
        let store = try stores.sessions(kind)
        try await store.begin("one")
        let shown = Rotation.Shown(session: .named("one"), generation: 1, hash: .ofGeneration(1))
        let answers = try await withThrowingTaskGroup(of: Refreshed.self) { group in
            for index in 0..<200 {
                group.addTask { try await store.refreshSession(shown, signingKey: "key-\(index)", at: .start) }
            }
            return try await group.reduce(into: Set<Refreshed>()) { $0.insert($1) }
        }
        #expect(answers.count == 1)
    }

    @Test("One session too many ends the least recently active, in the same transaction", arguments: StoreKind.allCases)
    func limit(_ kind: StoreKind) async throws {
        let store = try stores.sessions(kind) { $0.maximum = 2 }
        try await store.begin("one")
        try await store.begin("two", at: .start.adding(seconds: 1))
        try await store.begin("s-ben", of: .ben)
        try await store.recordActivity(
            [.init(session: .named("one"), at: .start.adding(seconds: 2))], at: .start.adding(seconds: 2))
        let begun = try await store.begin("three", at: .start.adding(seconds: 3))
        let ended = EndedSession(session: .named("two"), account: .anna, reason: .limit)
        #expect(begun == .begun(ended: [ended]))
        #expect(try await store.ids() == ["three", "one"])
        #expect(try await store.ids(of: .ben) == ["s-ben"])
    }

    @Test("Ending the sessions up to a time spares later ones, also when repeated", arguments: StoreKind.allCases)
    func endingEarlierOnes(_ kind: StoreKind) async throws {
        let store = try stores.sessions(kind)
        for (second, id) in ["one", "two", "three"].enumerated() {
            let moment = UnixTime.start.adding(seconds: Int64(second))
            try await store.begin(id, signedInAt: moment, at: moment)
        }
        try await store.begin("s-ben", of: .ben)
        for expected in [["one", "two"], []] {
            let ended = try await store.endSessions(
                of: .anna, authenticatedUpTo: .start.adding(seconds: 1), at: .start.adding(seconds: 60))
            #expect(ended.map(\.session) == expected.map { SessionID.named($0) })
        }
        #expect(try await store.ids() == ["three"])
        #expect(try await store.ids(of: .ben) == ["s-ben"])
    }

    @Test("A session lives for its account until it ends or its time is over", arguments: StoreKind.allCases)
    func living(_ kind: StoreKind) async throws {
        let store = try stores.sessions(kind) { $0.rememberedIdle = 100 }
        for id in ["one", "two"] { try await store.begin(id) }
        #expect(try await store.isLiving(.named("one"), of: .anna, at: .start))
        #expect(try await !store.isLiving(.named("one"), of: .ben, at: .start), "another account's")
        #expect(try await !store.isLiving(.named("three"), of: .anna, at: .start), "unknown")
        _ = try await store.endSession(.named("one"), of: .anna, at: .start)
        #expect(try await !store.isLiving(.named("one"), of: .anna, at: .start), "ended")
        #expect(try await store.isLiving(.named("two"), of: .anna, at: .start.adding(seconds: 99)))
        #expect(try await !store.isLiving(.named("two"), of: .anna, at: .start.adding(seconds: 100)), "over")
    }

    @Test("Ending an expired session reports it as expired and not as signed out", arguments: StoreKind.allCases)
    func endingOnesThatAreOver(_ kind: StoreKind) async throws {
        let store = try stores.sessions(kind) { $0.rememberedIdle = 100 }
        for id in ["one", "two", "three"] { try await store.begin(id) }
        let used = UnixTime.start.adding(seconds: 90)
        try await store.recordActivity([.init(session: .named("three"), at: used)], at: used)
        let now = UnixTime.start.adding(seconds: 100)
        #expect(try await store.ids(at: now) == ["three"])
        let one = EndedSession(session: .named("one"), account: .anna, reason: .expired)
        #expect(try await store.endSession(.named("one"), of: .anna, at: now) == .ended(one))
        let others = try await store.endOtherSessions(of: .anna, but: nil, at: now)
        #expect(
            Set(others) == [
                EndedSession(session: .named("two"), account: .anna, reason: .expired),
                EndedSession(session: .named("three"), account: .anna, reason: .signedOut),
            ])
    }

    @Test("Activity moves forward only, not beyond now, and not behind a session's end", arguments: StoreKind.allCases)
    func activity(_ kind: StoreKind) async throws {
        let store = try stores.sessions(kind) { $0.rememberedIdle = 100 }
        try await store.begin("one")
        func publish(_ seconds: Int64, at now: Int64) async throws -> Int64? {
            try await store.recordActivity(
                [.init(session: .named("one"), at: .start.adding(seconds: seconds))], at: .start.adding(seconds: now))
            let last = try await store.find(.id(.named("one"))).value?.lastActivityAt
            return last.map { ($0.rawValue - UnixTime.start.rawValue) / 1000 }
        }
        #expect(try await publish(50, at: 60) == 50)
        #expect(try await publish(40, at: 60) == 50)
        #expect(try await publish(900, at: 60) == 60)
        #expect(try await publish(160, at: 200) == 60)
        #expect(try await publish(159, at: 200) == 159)
    }

    @Test(
        "The purge ends expired sessions, spares used ones, and deletes those that ended long ago",
        arguments: StoreKind.allCases)
    func purge(_ kind: StoreKind) async throws {
        let store = try stores.sessions(kind)
        for id in ["one", "two"] { try await store.begin(id) }
        let used = UnixTime.start.adding(seconds: 100 * day)
        try await store.recordActivity([.init(session: .named("two"), at: used)], at: used)
        let over = UnixTime.start.adding(seconds: 365 * day)
        let before = try await store.purge(at: UnixTime(milliseconds: over.rawValue - 1), limit: 10)
        #expect(before == Purged(ended: [], count: 0))
        let ended = EndedSession(session: .named("one"), account: .anna, reason: .expired)
        #expect(try await store.purge(at: over, limit: 10) == Purged(ended: [ended], count: 2))
        #expect(try await store.purge(at: over, limit: 10) == Purged(ended: [], count: 0))
        #expect(try await store.find(.id(.named("one"))).value?.end?.reason == .expired)
        let forgotten = over.adding(seconds: 30 * day)
        #expect(try await store.purge(at: forgotten, limit: 10) == Purged(ended: [], count: 1))
        #expect(try await store.find(.id(.named("one"))).value == nil)
        #expect(try await store.ids(at: forgotten) == ["two"])
    }

    @Test("The purge works in portions", arguments: StoreKind.allCases)
    func portions(_ kind: StoreKind) async throws {
        let store = try stores.sessions(kind)
        for index in 0..<5 { try await store.begin("s\(index)", of: .named("a\(index)")) }
        let over = UnixTime.start.adding(seconds: 365 * day)
        #expect(try await store.purge(at: over, limit: 3).ended.count == 3)
        #expect(try await store.purge(at: over, limit: 3).ended.count == 2)
    }
}
