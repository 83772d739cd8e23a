@testable import AuthSession

@Suite("Exchanges at Apple", .timeLimit(.minutes(10))) struct AppleTokenRevokerTests {
    private let stores = ScratchStores()

    private struct Running {
        let revoker: AppleTokenRevoker
        let apple: AppleIssuer
        let store: SessionStore
        let metrics: MetricsRegistry
        let log: LoggedLines

        func receive(_ code: String, of account: AccountID) {
            let context = MessageContext(requestID: "test")
            revoker.receive(
                .code(SecretText(code), redirectURI: nil), of: account, client: AppleIssuer.audience, context)
        }

        func count(_ outcome: String) -> Double {
            metrics.snapshot()
                .first { $0.name == AppleTokenRevoker.exchanges && $0.labels == [["outcome", outcome]] }?.value ?? 0
        }
    }

    /// - Parameter pause: Runs in the pauses before retries. The pauses between searches for revocations never end.
    private func run(
        pause: @escaping @Sendable (SessionStore) async throws -> Void, _ body: (Running) async throws -> Void
    ) async throws {
        let store = try stores.sessions(.sqlite)
        try await AppleIssuer.run { apple in
            var settings = Settings().apple
            settings.authURL = apple.authURL
            settings.services = AppleSettings.Services(
                teamID: "TEAM", keyID: "KEY",
                key: Secret(P256.Signing.PrivateKey().pemRepresentation))
            let (providers, clock, metrics, log) = (ProviderClient(), SetClock(), MetricsRegistry(), LoggedLines())
            let services = try #require(try AppleServices(settings, through: providers, clock: clock))
            let revoker = AppleTokenRevoker(
                services, store: store, seal: AppleTokenSeal(key: SymmetricKey(size: .bits256)), clock: clock,
                logger: log.logger, metrics: metrics
            ) { duration in
                guard !AppleTokenRevokerTests.isBetweenLooks(duration) else { return try await untilCancelled() }
                try await pause(store)
            }
            let task = Task { await revoker.run() }
            let running = Running(revoker: revoker, apple: apple, store: store, metrics: metrics, log: log)
            let outcome: Result<Void, any Error>
            do { outcome = .success(try await body(running)) } catch { outcome = .failure(error) }
            await task.end()
            await providers.close()
            try outcome.get()
        }
    }

    private static let refusal: SQL =
        "CREATE TRIGGER refuse BEFORE INSERT ON apple_token BEGIN SELECT RAISE(ABORT, 'no room'); END"

    private static func isBetweenLooks(_ duration: Duration) -> Bool { duration == AppleTokenRevoker.pauseBetweenLooks }

    @Test("A token is stored again after a failure, without another exchange of its code")
    func busyStore() async throws {
        let pauses = Mutex(0)
        try await run { store in
            // The second pause ends the trouble.
            let number = pauses.withLock { pauses in
                pauses += 1
                return pauses
            }
            guard number == 2 else { return }
            try await store.database.write { try $0.execute("DROP TRIGGER refuse") }
        } _: { it in
            try await it.store.database.write { try $0.execute(Self.refusal) }
            it.receive("one", of: .anna)
            #expect(await eventually { it.count("success") == 1 })
            #expect(it.apple.calls.map { $0.form["code"] } == ["one"])
            #expect(pauses.withLock { $0 } == 2 && it.count("failed") == 0)
            _ = try await it.store.apply([(.anna, nil)])
            #expect(try await it.store.dueAppleRevocations(at: .start, limit: 10).count == 1)
        }
    }

    @Test("A token that can never be stored is lost, and the log blames the storage and not Apple")
    func fullStore() async throws {
        try await run { _ in
        } _: { it in
            try await it.store.database.write { try $0.execute(Self.refusal) }
            it.receive("one", of: .anna)
            #expect(await eventually { it.count("failed") == 1 })
            #expect(it.apple.calls.count == 1)
            #expect(it.log.lines.contains { $0.text.contains("could not be stored") })
            #expect(!it.log.lines.contains { $0.text.contains("could not be exchanged") })
        }
    }

    @Test("A code that waits for its next try does not delay other codes")
    func several() async throws {
        let (pauses, paused) = AsyncStream.makeStream(of: Void.self)
        let (ends, end) = AsyncStream.makeStream(of: Never.self)
        try await run { _ in
            paused.yield()
            for await _ in ends {}
        } _: { it in
            it.apple.fail(.status(500))
            it.receive("first", of: .anna)
            for await _ in pauses { break }
            it.apple.fail(.none)
            it.receive("second", of: .ben)
            #expect(await eventually { it.count("success") == 1 })
            end.finish()
            #expect(await eventually { it.count("success") == 2 })
            #expect(it.apple.calls.map { $0.form["code"] } == ["second", "first"])
        }
    }
}

private func untilCancelled() async throws {
    let (never, _) = AsyncStream.makeStream(of: Never.self)
    for await _ in never {}
    throw CancellationError()
}
