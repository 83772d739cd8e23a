// An edge's authenticator and a scripted auth-session, over a real bus.

import HTTPTypes
import Isolation
import Logging
import MessageBus
import Models
import ServiceRuntime
import Testing

@testable import Edge

/// An authenticator that follows a scripted auth-session over ipc.
final class AuthenticationFixture: Sendable {
    let auth = ScriptedAuthSession()
    let clock = SteppedClock()
    let metrics = MetricsRegistry()
    let attempts: AttemptLimiter
    let authenticator: Authenticator
    private let bus: AuthSessionBus

    /// Runs `body` once auth-session serves and the authenticator follows it, and takes both down.
    ///
    /// - Parameters:
    ///   - isStepped: Whether time stands for the authenticator until the test moves it: on a busy machine the real one
    ///     may run out where a test counts questions.
    ///   - endTimeout: How long an answer waits for the end that it tells of.
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
        following.cancel()
        await following.value
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

    /// Serves again, after the server was closed.
    func serveAgain() throws -> BusServer { try bus.serve(auth) }

    /// Waits until the cache counts: until a caller who was asked about is not asked about again.
    func untilFresh() async throws {
        try await untilRemembered("probe")
    }

    private func untilRemembered(_ token: String) async throws {
        auth.know(token, as: .sessionOf(token))
        #expect(
            await eventually {
                // A follower that begins before the connection stands waits for time to pass.
                if clock.sleepers > 1 { clock.advance(by: .milliseconds(10)) }
                _ = try? await caller(token)
                let asked = auth.questions(about: token)
                _ = try? await caller(token)
                return asked > 0 && auth.questions(about: token) == asked
            })
    }

    /// Waits until the authenticator has heard of everything that has ended by now.
    func untilHeard() async throws {
        try await untilRemembered("last")
        auth.end("last")
        #expect(await eventually { await refusal("last") != nil })
    }

    /// Who is behind a token.
    func caller(_ token: String, servesStale: Bool = false) async throws(EdgeError) -> Caller {
        try await authenticator.caller(of: .showing(token: token), servesStale: servesStale, accepting: .api)
    }

    /// Why a token, or a key, does not count; nil when it does.
    func refusal(_ secret: String, isAPIKey: Bool = false, servesStale: Bool = false) async -> ErrorCode? {
        do throws(EdgeError) {
            if isAPIKey {
                _ = try await authenticator.authorize(.showing(apiKey: secret), scope: .publish)
            } else {
                _ = try await caller(secret, servesStale: servesStale)
            }
            return nil
        } catch { return error.code }
    }

    /// How often the edge recognised a caller in one way: `remembered`, `asked`, `stale`.
    func lookups(_ outcome: String) -> Int {
        metrics.snapshot()
            .filter { $0.name == AuthenticationCounts.lookupsLabel && $0.labels == [["outcome", outcome]] }
            .reduce(0) { $0 + Int($1.value) }
    }
}

extension EdgeRequest {
    /// A request with a credential and nothing else.
    static func showing(token: String? = nil, apiKey: String? = nil, from address: String = "192.0.2.1") -> EdgeRequest
    {
        var headers = RequestHeaders()
        headers.authorization = token.map { "Bearer \($0)" }
        headers.apiKey = apiKey
        return EdgeRequest(headers, from: address)
    }

    convenience init(_ headers: RequestHeaders, from address: String = "192.0.2.1") {
        var client = ClientInfo()
        client.address = Personal(address)
        self.init(
            method: .get, path: "/", headers: headers, body: [],
            context: MessageContext(requestID: "test", client: client, timeout: .seconds(60)),
            logger: Logger(label: "edge") { _ in SwiftLogNoOpLogHandler() })
    }
}

extension Principal {
    /// The session `name` of the account `name`.
    static func sessionOf(_ name: String, until end: UnixTime? = nil) -> Principal {
        Principal(account: AccountID(name)!, session: SessionID(name)!, signInMethod: .password, expiresAt: end)
    }

    /// A token that was exchanged for one of the session `session`.
    static func exchanged(_ token: String, ofSession session: String) -> Principal {
        Principal(
            account: AccountID(session)!, session: SessionID(session)!, signInMethod: .issuer, expiresAt: nil,
            programs: ["breizhgo"], token: TokenID(token)!)
    }

    static func keyOf(_ name: String, _ scopes: [APIKeyScope] = [.publish]) -> Principal {
        Principal(apiKey: APIKeyID(name)!, scopes: scopes, expiresAt: nil)
    }
}
