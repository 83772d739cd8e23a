@testable import AuthSession

@Suite("Security events of sessions", .timeLimit(.minutes(10))) struct SecurityEventTests {
    private let stores = ScratchStores()

    private func events(_ auth: AuthSessionHarness, of account: AccountID? = nil) async throws -> [KeptSecurityEvent] {
        try await auth.edge.send(
            ListSecurityEvents(account: account, limit: 50), to: .authSession, MessageContext(requestID: "look")
        ).events
    }

    @Test("The stored events have API keys by id, and neither sign-ins nor names")
    func kept() async throws {
        try await AuthSessionHarness.run { auth in
            _ = try await auth.signIn()
            let key = try await auth.send(CreateAPIKey(name: "shop", scopes: [.publish])).key
            _ = try await auth.send(RevokeAPIKey(id: key.id))
            // Identity itself keeps the attempts that it has judged.
            _ = try await auth.outcome(SignIn.of(.anna, password: "wrong"))
            func found() async throws -> [KeptSecurityEvent] {
                try await events(auth).filter { $0.event != "signing-key-made" }
            }
            try await eventually("both are kept") { try await found().count >= 2 }
            let kept = try await found()
            #expect(kept.map(\.event) == ["api-key-revoked", "api-key-made"])
            #expect(kept.map(\.subject) == [key.id.text, key.id.text] && kept[1].reason == "publish")
            #expect(kept.allSatisfy { $0.request == "test" && $0.account == nil && $0.at == .start })
            #expect(!kept.contains { "\($0)".contains("shop") })
        }
    }

    @Test("The events of an erased account are deleted, and none is added later", arguments: StoreKind.allCases)
    func erased(kind: StoreKind) async throws {
        let store = try stores.sessions(kind)
        let events = SecurityEvents(in: store.database, clock: SetClock(), logger: LoggedLines().logger) {
            try AccountTable(connection: $1).status(of: $0) == .erased
        }
        func kept() async throws -> [KeptSecurityEvent] {
            try await store.database.readSnapshot {
                try SecurityEventTable(connection: $0).events(of: nil, kind: nil, before: .max, limit: 10)
            }
        }
        events.record("token_reused", .anna, network: "192.0.2.0/24", subject: "s1")
        await events.flush()
        #expect(try await kept().map(\.event) == ["token-reused"])
        #expect(try await kept().map(\.account) == [.anna])
        try await store.apply([(.anna, nil)])
        #expect(try await kept().isEmpty)
        events.record("token-reused", .anna, network: "192.0.2.0/24", subject: "s1")
        await events.flush()
        let late = try #require(try await kept().first)
        #expect(late.account == nil && late.network == nil && late.subject == nil)
    }

    @Test("A bounded number of events waits for the database, and the log counts the lost ones")
    func lost() async throws {
        let store = try stores.sessions(.sqlite)
        let log = LoggedLines()
        let events = SecurityEvents(in: store.database, clock: SetClock(), logger: log.logger) { _, _ in false }
        for _ in 0..<1200 { events.record("sign-in-refused") }
        await events.flush()
        #expect(log.lines.contains { $0.metadata["count"] == "200" })
        let kept: Int? = try await store.database.readSnapshot { try $0.value("SELECT count(*) FROM security_event") }
        #expect(kept == 1000)
    }
}
