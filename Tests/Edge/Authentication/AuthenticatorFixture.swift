// An authenticator that runs over a scripted auth-session, by clocks that a test sets.

import HTTPTypes
import Logging
import MessageBus
import Models
import ServiceRuntime
import Synchronization
import Testing

@testable import Edge

/// What a test of the authenticator works with.
struct AuthenticatorFixture: Sendable {
    let authSession: ScriptedAuthSession
    let authenticator: Authenticator
    let clock: SetClock
    let feedClock: SetFeedClock

    /// Who shows `token` in `Authorization`.
    func caller(_ token: String = "token", servesStale: Bool = false) async throws(EdgeError) -> Caller {
        try await authenticator.caller(of: request([("Authorization", token)]), servesStale: servesStale)
    }

    /// The code with which `token` is refused; nil when it is not.
    func refusal(_ token: String = "token", servesStale: Bool = false) async -> ErrorCode? {
        do throws(EdgeError) {
            _ = try await caller(token, servesStale: servesStale)
            return nil
        } catch {
            return error.code
        }
    }

    /// Returns when asking about `token` comes to `code`, at the latest after five seconds.
    func until(_ code: ErrorCode?, _ token: String = "token") async throws {
        let deadline = ContinuousClock.now + .seconds(5)
        while await refusal(token) != code {
            try #require(ContinuousClock.now < deadline, "the edge does not hear of it")
            await Task.yield()
        }
    }

    /// Returns when the feed is followed: from then on callers are remembered.
    func untilFollowed() async throws {
        authSession.add("probe", session("probe"))
        let deadline = ContinuousClock.now + .seconds(5)
        while true {
            let before = authSession.questions
            _ = try await caller("probe")
            if authSession.questions == before { return }
            try #require(ContinuousClock.now < deadline, "the feed is not followed")
            await Task.yield()
        }
    }
}

/// Runs `body` with an authenticator that follows the feed.
func withAuthenticator(
    bound: Int = 100, failuresPerMinute: Int = 1000, _ body: (AuthenticatorFixture) async throws -> Void
) async throws {
    let authSession = ScriptedAuthSession()
    let clock = SetClock()
    let feedClock = SetFeedClock()
    let authenticator = Authenticator(
        services: authSession.services,
        attempts: AttemptLimits(failuresPerMinute: failuresPerMinute, registrationsPerMinute: 1000), bound: bound,
        clock: clock, metrics: AuthenticationMetrics(MetricsRegistry()), feedClock: feedClock)
    let fixture = AuthenticatorFixture(
        authSession: authSession, authenticator: authenticator, clock: clock, feedClock: feedClock)
    try await withThrowingTaskGroup { group in
        group.addTask { await authenticator.run() }
        try await fixture.untilFollowed()
        try await body(fixture)
        group.cancelAll()
    }
}

func request(_ fields: [(String, String)]) -> EdgeRequest {
    var headers = HTTPFields()
    for (name, value) in fields { headers.append(HTTPField(name: HTTPField.Name(name)!, value: value)) }
    var context = MessageContext(requestID: "test")
    context.client = ClientInfo()
    context.client?.address = Personal("192.0.2.1")
    return EdgeRequest(
        method: .get, path: "/", headers: RequestHeaders(headers, ClientHeaderNames(prefix: "X-Meeshy-")), body: [],
        context: context, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
}

/// A session named like its account.
func session(_ name: String, expiresAt: UnixTime? = nil) -> Principal {
    Principal(account: AccountID(name)!, session: SessionID(name)!, door: .password, expiresAt: expiresAt)
}

/// A wall clock that a test sets.
final class SetClock: WallClock {
    private let time = Mutex(UnixTime(milliseconds: 1_000_000))
    func now() -> UnixTime { time.withLock { $0 } }
    func advance(seconds: Int64) { time.withLock { $0 = $0.adding(seconds: seconds) } }
}

/// A feed's clock that a test sets. Who sleeps by it sleeps until the task is cancelled or the time has come.
final class SetFeedClock: FeedClock {
    private struct State {
        var now = Duration.zero
        var sleepers: [Int: (until: Duration, wake: CheckedContinuation<Void, any Error>)] = [:]
        var nextID = 0
    }

    private let state = Mutex(State())

    var now: Duration { state.withLock { $0.now } }

    func advance(by span: Duration) {
        let due = state.withLock { state in
            state.now += span
            let due = state.sleepers.filter { $0.value.until <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.map(\.wake)
        }
        for wake in due { wake.resume() }
    }

    func sleep(for duration: Duration) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                state.withLock { $0.sleepers[id] = ($0.now + duration, continuation) }
                if Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func cancel(_ id: Int) {
        let wake = state.withLock { $0.sleepers.removeValue(forKey: id)?.wake }
        wake?.resume(throwing: CancellationError())
    }
}
