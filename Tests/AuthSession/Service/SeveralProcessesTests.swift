@testable import AuthSession

@Suite("Several processes of auth-session", needsPostgreSQL, .serialized, .timeLimit(.minutes(10)))
struct SeveralProcessesTests {
    @Test("A process accepts and repeats a token of a key that another process has just made")
    func rotation() async throws {
        try await AuthSessionPair.run { pair in
            for round in 0..<4 {
                let (one, other) = (round % 2, 1 - round % 2)
                let key = try await pair.send(RotateSigningKey(), to: one)
                let signedIn = try await pair.send(SignIn.of(), to: one)
                let token = try #require(signedIn.tokens.accessToken)
                let found = try await pair.send(Authenticate(credential: .token(token)), to: other)
                #expect(found.principal?.session == signedIn.session.session)
                #expect(try await pair.send(GetSigningKeys(), to: other).keys.first?.id == key.id)

                let refresh = RefreshSession(token: try #require(signedIn.tokens.refreshToken))
                let first = try await pair.send(refresh, to: other).tokens
                let again = try await pair.send(refresh, to: one).tokens
                #expect(again.accessToken?.value == first.accessToken?.value && again.accessToken != nil)
                #expect(again.refreshToken?.value == first.refreshToken?.value)
            }
        }
    }

    @Test("Both processes publish a rotated key before it signs, and the answer waits for that")
    func announcement() async throws {
        let (goesOn, go) = AsyncStream.makeStream(of: Void.self)
        try await AuthSessionPair.run(waiting: { for await _ in goesOn { return } }) { pair in
            let first = try await pair.send(GetSigningKeys(), to: 1).keys.map(\.id)
            let rotated = Task { try await pair.send(RotateSigningKey(), to: 0).id }
            try await eventually("the other publishes it") {
                try await pair.send(GetSigningKeys(), to: 1).keys.count == first.count + 1
            }
            let signing = try await pair.send(GetSigningKeys(), to: 0).keys
            #expect(signing.first?.id == first.first && signing.count == first.count + 1)
            // The test decides when this ends.
            go.yield()
            let made = try await rotated.value
            for index in 0..<2 { #expect(try await pair.send(GetSigningKeys(), to: index).keys.first?.id == made) }
        }
    }

    @Test("Two processes that make a key at the same time keep the same one")
    func keysAtOnce() async throws {
        let schema = try ServerSchema()
        let databases = try (0..<3).map { _ in try schema.open(SessionStore.self) }
        let schedule = KeySchedule(lifetime: 90 * 86_400, tokenLifetime: 600, sessionLifetime: 365 * 86_400)
        let seal = InstallationKeys(secret: [UInt8](repeating: 1, count: 32)).seal
        var rings: [KeyRing] = []
        for database in databases {
            rings.append(
                try await KeyRing(
                    store: SessionStore(database: database, limits: SessionLimits(), tokens: .sample),
                    schedule: schedule, seal: seal, secretPath: "",
                    random: { count in (0..<count).map { _ in UInt8.random(in: 0...255) } }))
        }
        for (round, moment) in [UnixTime.start, .start.adding(seconds: 89 * 86_400 + 1)].enumerated() {
            let made = try await withThrowingTaskGroup(of: SigningKey?.self) { group in
                for ring in rings { group.addTask { try await ring.keepUp(at: moment) } }
                return try await group.reduce(into: []) { $0 += $1.map { [$0] } ?? [] }
            }
            #expect(made.count == 1, "one of them makes it")
            for ring in rings {
                _ = try await ring.keepUp(at: moment)
                #expect(ring.published(at: moment).count == round + 1)
            }
        }
        for database in databases { try database.close() }
    }

    @Test("The end of a session at one is told at the other as soon as it is stored")
    func revocation() async throws {
        try await AuthSessionPair.run { pair in
            let told = Told()
            let follower = FeedFollower(
                of: CredentialChange.feed, at: .authSession, through: pair.edges[1], from: .mark
            ) { page, _ in
                for change in page.changes { told.add(change.key) }
            }
            let running = Task { await follower.run() }
            try await eventually("it follows") { follower.cursor != nil }
            let clock = ContinuousClock()
            var spans: [Duration] = []
            for round in 0..<60 {
                let account = AccountID.named("account-\(round)")
                let session = try await pair.send(SignIn.of(account), to: 0).session.session
                let start = clock.now
                _ = try await pair.send(EndSession(account: account, session: session), to: 0)
                let moment = await told.moment(of: CredentialChange.session(session).key)
                spans.append(moment - start)
            }
            await running.end()
            spans.sort()
            // Without a notice it would wait for the end of the long poll, half a second.
            #expect(spans[30] < .milliseconds(250), "p50 \(spans[30]), p99 \(spans[59])")
        }
    }

    @Test("Processes with one folder begin at once with one secret; one with another secret does not start")
    func secrets() async throws {
        let (first, second) = (try TemporaryFolder(), try TemporaryFolder())
        await #expect(throws: SecretFile.Failure.self) { try await AuthSessionPair.run(in: [first, second]) { _ in } }
        let secret = "keys/auth-session.secret"
        let made = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            let file = try TemporaryFolder()
            for _ in 0..<16 {
                group.addTask {
                    try SecretFile(file.url.appendingPathComponent(secret), name: "a secret", ifLost: "")
                        .load(isNeeded: false) { count in (0..<count).map { _ in UInt8.random(in: 0...255) } }
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(made.count == 1)

        let schema = try ServerSchema()
        let databases = try (0..<2).map { _ in try schema.open(SessionStore.self) }
        #expect(try await SecretCheck.record([1], replacing: false, in: databases[0]))
        #expect(try await !SecretCheck.record([2], replacing: false, in: databases[1]))
        #expect(try await SecretCheck.record([1], replacing: false, in: databases[1]))
        #expect(try await SecretCheck.record([2], replacing: true, in: databases[1]))
        #expect(try await SecretCheck.read(databases[0]) == [2])
        for database in databases { try database.close() }
    }

    @Test("The end of an account ends its sessions once, and both processes know it")
    func accounts() async throws {
        try await AuthSessionPair.run { pair in
            for round in 0..<10 {
                let account = AccountID.named("account-\(round)")
                try await pair.identity.publish(account, .active)
                let token = try #require(try await pair.send(SignIn.of(account), to: round % 2).tokens.accessToken)
                try await pair.identity.publish(account, .disabled)
                for index in 0..<2 {
                    try await eventually("its token counts no more") {
                        try await pair.send(Authenticate(credential: .token(token)), to: index).refusal == .accountGone
                    }
                }
            }
            let page = try await pair.edges[0].send(
                ReadFeed(feed: CredentialChange.feed, epoch: nil, after: 0, limit: 1000), to: .authSession,
                MessageContext(requestID: "test"))
            #expect(page.changes.count == 10 && page.highWater == 10)
        }
    }

    private final class Told: Sendable {
        private struct State {
            var moments: [String: ContinuousClock.Instant] = [:]
            var waiting: [String: CheckedContinuation<ContinuousClock.Instant, Never>] = [:]
        }
        private let state = Mutex(State())

        func add(_ key: String) {
            let now = ContinuousClock.now
            let waiting = state.withLock { state in
                state.moments[key] = now
                return state.waiting.removeValue(forKey: key)
            }
            waiting?.resume(returning: now)
        }

        func moment(of key: String) async -> ContinuousClock.Instant {
            await withCheckedContinuation { continuation in
                let moment = state.withLock { state in
                    if state.moments[key] == nil { state.waiting[key] = continuation }
                    return state.moments[key]
                }
                if let moment { continuation.resume(returning: moment) }
            }
        }
    }
}
