@testable import AuthSession

@Suite("Session stores: tokens of identity providers", .timeLimit(.minutes(10))) struct IssuedSessionStoreTests {
    private let stores = ScratchStores()

    private func begin(
        _ id: String, _ origin: IssuedOrigin, of account: AccountID = .anna, at now: UnixTime = .start,
        _ store: SessionStore
    ) async throws -> BeginIssuedSessionResult {
        let record = SessionRecord.sample(id, of: account, kind: .external, createdAt: now)
        return try await store.begin(
            NewSession(record: record, secretHash: nil, client: SessionClient()), with: origin, at: now)
    }

    private func status(_ origin: IssuedOrigin, _ store: SessionStore) async throws -> IssuedTokenStatus? {
        try await store.find(origin.names, issuedAt: origin.issuedAt).value
    }

    private static let second = UnixTime.start.rawValue / 1000

    @Test("The first token of a name begins the session, and later ones continue it", arguments: StoreKind.allCases)
    func beginning(_ kind: StoreKind) async throws {
        let store = try stores.sessions(kind)
        let first = IssuedOrigin.sample()
        #expect(try await status(first, store) == IssuedTokenStatus(session: nil, hasSeenToken: false, refusal: nil))
        #expect(try await begin("one", first, store) == BeginIssuedSessionResult(outcome: .begun))
        #expect(try await status(first, store)?.session?.id == .named("one"))
        #expect(try await status(first, store)?.hasSeenToken == true)
        let next = IssuedOrigin.sample(token: 4)
        #expect(try await status(next, store)?.hasSeenToken == false)
        let later = UnixTime.start.adding(seconds: 60)
        #expect(try await begin("two", next, at: later, store) == BeginIssuedSessionResult(outcome: .continued))
        #expect(try await store.ids() == ["one"])
        #expect(try await store.find(.id(.named("one"))).value?.lastActivityAt == later)
        #expect(try await store.session(with: next.names)?.id == .named("one"))
        #expect(try await store.account(ofIssued: first.names.person) == .anna)
        #expect(try await store.account(ofIssued: [9]) == nil)
        #expect(try await store.feedKeys().isEmpty)
    }

    @Test("First tokens of one name that two processes get at once begin one session", needsPostgreSQL)
    func race() async throws {
        let schema = try ServerSchema()
        let databases = try (0..<2).map { _ in try schema.open(SessionStore.self) }
        let both = databases.map { SessionStore(database: $0, limits: SessionLimits(), tokens: .sample) }
        let outcomes = try await concurrently(20) { number in
            try await begin("s\(number)", .sample(token: UInt8(number + 10)), both[number % 2]).outcome
        }
        #expect(outcomes.count { $0 == .begun } == 1 && outcomes.count { $0 == .continued } == 19)
        for database in databases { try database.close() }
    }

    @Test(
        "The end of a session refuses its earlier tokens, and the end of the account those of its user",
        arguments: StoreKind.allCases)
    func marks(_ kind: StoreKind) async throws {
        let store = try stores.sessions(kind)
        let origin = IssuedOrigin.sample(issuedAt: Self.second + 30)
        _ = try await begin("one", origin, store)
        _ = try await store.endSession(.named("one"), of: .anna, at: .start)
        func refusal(_ session: UInt8, _ token: UInt8, _ issuedAt: Int64?) async throws -> SessionEnd.Reason? {
            try await status(.sample(session: session, token: token, issuedAt: issuedAt), store)?.refusal
        }
        #expect(try await refusal(1, 9, Self.second + 30) == .signedOut)
        #expect(try await refusal(1, 9, nil) == .signedOut)
        #expect(try await refusal(1, 9, Self.second + 31) == nil)
        #expect(try await refusal(9, 3, Self.second + 99) == .signedOut)
        #expect(try await refusal(9, 9, Self.second) == nil)
        #expect(try await begin("two", origin, store).outcome == .refused(.signedOut))
        _ = try await begin("two", .sample(token: 5, issuedAt: Self.second + 31), store)
        _ = try await store.apply([(.anna, nil)], at: .start)
        #expect(try await refusal(9, 9, Self.second) == .accountErased)
        #expect(try await refusal(9, 9, Self.second + 32) == nil)
        #expect(try await store.feedKeys().count == 2)
    }

    @Test("A session of another account under the name ends, and the token is refused", arguments: StoreKind.allCases)
    func otherAccount(_ kind: StoreKind) async throws {
        let store = try stores.sessions(kind)
        _ = try await begin("one", .sample(), store)
        let begun = try await begin("two", .sample(token: 4), of: .ben, store)
        #expect(begun.outcome == .refused(.accountErased) && begun.ended.map(\.session) == [.named("one")])
        let next = IssuedOrigin.sample(token: 5, issuedAt: Self.second + 1)
        #expect(try await begin("three", next, of: .ben, store).outcome == .begun)
    }

    @Test("An expired session leaves its name free and its tokens accepted", arguments: StoreKind.allCases)
    func age(_ kind: StoreKind) async throws {
        let store = try stores.sessions(kind) { $0.rememberedIdle = 60 }
        let origin = IssuedOrigin.sample()
        _ = try await begin("one", origin, store)
        let later = UnixTime.start.adding(seconds: 60)
        let begun = try await begin("two", origin, at: later, store)
        #expect(begun.outcome == .begun && begun.ended.map(\.reason) == [.expired])
        _ = try await store.purge(at: later.adding(seconds: 60), limit: 10)
        #expect(try await status(origin, store) == IssuedTokenStatus(session: nil, hasSeenToken: false, refusal: nil))
    }

    @Test("A logout counts once, and ends the sessions that began before it", arguments: StoreKind.allCases)
    func logout(_ kind: StoreKind) async throws {
        let store = try stores.sessions(kind)
        _ = try await begin("one", .sample(session: 1, providerSession: 1, token: 1), store)
        _ = try await begin("two", .sample(session: 2, providerSession: 2, token: 2, issuedAt: Self.second + 9), store)
        func logout(_ name: UInt8, _ target: ProviderLogout.Target, _ seconds: Int64) -> ProviderLogout {
            ProviderLogout(
                name: [name], target: target, issuedAt: Self.second + seconds, end: .start.adding(seconds: 180))
        }
        let first = logout(1, .person([2, 2]), 5)
        #expect(try await store.takeLogout(first, at: .start)?.map(\.session) == [.named("one")])
        #expect(try await store.takeLogout(first, at: .start) == nil)
        #expect(try await store.ids() == ["two"])
        #expect(try await store.takeLogout(logout(2, .providerSession([3, 1]), 9), at: .start) == [])
        let ended = try await store.takeLogout(logout(3, .providerSession([3, 2]), 9), at: .start)
        #expect(ended?.map(\.reason) == [.providerSignedOut])
        // Forgotten with the time in which it could come again.
        #expect(try await store.pruneSignOuts(at: .start.adding(seconds: 180), limit: 100) == 3)
        #expect(try await store.takeLogout(first, at: .start) == [])
    }

    @Test("Sessions of other issuers end, a portion at a time", arguments: StoreKind.allCases)
    func removedIssuers(_ kind: StoreKind) async throws {
        let store = try stores.sessions(kind)
        for (number, issuer) in ["a", "b", "b", "c"].enumerated() {
            _ = try await begin(
                "\(issuer)-\(number)", .sample(session: UInt8(number), token: UInt8(number), issuer: issuer), store)
        }
        #expect(try await store.endSessions(ofIssuersBut: ["a", "c"], at: .start, limit: 1).count == 1)
        #expect(try await store.endSessions(ofIssuersBut: ["a", "c"], at: .start, limit: 9).count == 1)
        #expect(try await store.ids().sorted() == ["a-0", "c-3"])
        #expect(try await store.endSessions(ofIssuersBut: [], at: .start, limit: 9).count == 2)
    }

    @Test("A revoked token finds no session, and is told once", arguments: StoreKind.allCases)
    func revocation(_ kind: StoreKind) async throws {
        let store = try stores.sessions(kind)
        try await store.begin("one")
        let token = try #require(TokenID("token-1"))
        #expect(try await store.find(.exchanged(.named("one"), token)).value?.id == .named("one"))
        let end = UnixTime.start.adding(seconds: 600)
        #expect(try await store.revokeToken(token, until: end, at: .start))
        #expect(try await !store.revokeToken(token, until: end, at: .start))
        let found = try await store.find(.exchanged(.named("one"), token))
        #expect(found.value == nil && found.sequence == 1)
        #expect(try await store.feedKeys() == ["token/token-1"])
        #expect(try await store.pruneSignOuts(at: end, limit: 100) == 1)
    }

    @Test("Marks are kept as long as a token may be old, and no longer", arguments: StoreKind.allCases)
    func forgetting(_ kind: StoreKind) async throws {
        let store = try stores.sessions(kind)
        let origin = IssuedOrigin.sample()
        let other = IssuedOrigin.sample(token: 8)
        #expect(try await store.signOut(origin, at: .start).isEmpty)
        _ = try await store.pruneSignOuts(at: .start.adding(seconds: 400 * day - 1), limit: 100)
        #expect(try await status(other, store)?.refusal == .signedOut)
        _ = try await store.pruneSignOuts(at: .start.adding(seconds: 400 * day), limit: 100)
        #expect(try await status(other, store)?.refusal == nil)
    }
}
