@testable import Edge

final class AuthenticationFixture: Sendable {
    let auth = ScriptedAuthSession()
    let clock = SteppedClock()
    let metrics = MetricsRegistry()
    let attempts: AttemptLimiter
    let authenticator: Authenticator
    private let bus: AuthSessionBus

    /// - Parameters:
    ///   - isStepped: Whether the test advances the time: on a busy machine real time may run out while a test counts
    ///     questions.
    ///   - endTimeout: The time that an answer waits for its end to take effect.
    static func run(
        isStepped: Bool = true, cachedPrincipals: Int = 10_000, failuresPerMinute: Int = 100_000,
        endTimeout: Duration = .seconds(1), _ body: @Sendable (AuthenticationFixture, BusServer) async throws -> Void
    ) async throws {
        let fixture = try AuthenticationFixture(isStepped, cachedPrincipals, failuresPerMinute, endTimeout)
        let server = try fixture.bus.serve(fixture.auth)
        let following = Task { await fixture.authenticator.run() }
        let result: Result<Void, any Error>
        do {
            try await fixture.untilFresh()
            result = .success(try await body(fixture, server))
        } catch { result = .failure(error) }
        await following.end()
        await fixture.bus.end()
        try result.get()
    }

    private init(_ isStepped: Bool, _ cachedPrincipals: Int, _ failuresPerMinute: Int, _ endTimeout: Duration) throws {
        bus = try AuthSessionBus()
        let feedClock: any FeedClock = isStepped ? clock : ContinuousFeedClock()
        attempts = AttemptLimiter(
            failuresPerMinute: failuresPerMinute, registrationsPerMinute: 60, refusalTime: .zero, clock: feedClock)
        authenticator = Authenticator(
            services: bus.client, attempts: attempts,
            cachedPrincipals: cachedPrincipals, clock: clock.wall, feedClock: feedClock, endTimeout: endTimeout,
            metrics: metrics)
    }

    func serveAgain() throws -> BusServer { try bus.serve(auth) }

    /// Waits until the cache is fresh: until a known caller causes no question.
    func untilFresh() async throws { try await untilRemembered("probe") }

    private func untilRemembered(_ token: String) async throws {
        auth.know(token, as: .sessionOf(token))
        #expect(
            await eventually {
                // A follower that starts before the connection exists waits for time to pass.
                if clock.sleepers > 1 { clock.advance(by: .milliseconds(10)) }
                _ = try? await caller(token)
                let asked = auth.questions(about: token)
                _ = try? await caller(token)
                return asked > 0 && auth.questions(about: token) == asked
            })
    }

    /// Waits until the authenticator has learned of every end so far.
    func untilHeard() async throws {
        try await untilRemembered("last")
        auth.end("last")
        #expect(await eventually { await refusal("last") != nil })
    }

    func caller(_ token: String, servesStale: Bool = false) async throws(EdgeError) -> Caller {
        try await authenticator.caller(of: .showing(token: token), servesStale: servesStale, accepting: .api)
    }

    func refusal(_ secret: String, isAPIKey: Bool = false, servesStale: Bool = false) async -> ErrorCode? {
        do throws(EdgeError) {
            if isAPIKey {
                _ = try await authenticator.authorize(.showing(apiKey: secret), anyOf: [.publish])
            } else {
                _ = try await caller(secret, servesStale: servesStale)
            }
            return nil
        } catch { return error.code }
    }

    /// The number of authentications of one kind: `remembered`, `asked`, `stale`.
    func lookups(_ outcome: String) -> Int {
        metrics.snapshot()
            .filter { $0.name == AuthenticationCounts.lookupsLabel && $0.labels == [["outcome", outcome]] }
            .reduce(0) { $0 + Int($1.value) }
    }
}

extension EdgeRequest {
    static func showing(token: String? = nil, apiKey: String? = nil) -> EdgeRequest {
        .sample { headers in
            headers.authorization = token.map { "Bearer \($0)" }
            headers.apiKey = apiKey
        }
    }
}

extension Principal {
    static func sessionOf(_ name: String, until end: UnixTime? = nil) -> Principal {
        Principal(account: AccountID(name)!, session: SessionID(name)!, signInMethod: .password, expiresAt: end)
    }

    /// A token exchanged for one of the session `session`.
    static func exchanged(_ token: String, ofSession session: String) -> Principal {
        Principal(
            account: AccountID(session)!, session: SessionID(session)!, signInMethod: .issuer, expiresAt: nil,
            programs: ["breizhgo"], token: TokenID(token)!)
    }

    static func keyOf(_ name: String, _ scopes: [APIKeyScope] = [.publish]) -> Principal {
        Principal(apiKey: APIKeyID(name)!, scopes: scopes, expiresAt: nil)
    }
}
