// Who calls: the edge's one way to find out.

import CoreMetrics
import Logging
import MessageBus
import Models
import ServiceRuntime
import Synchronization

/// Finds out who calls. Remembers auth-session's answers by the rules of `AuthenticationCache`, and asks where they do
/// not say; callers with the same credential share one question.
final class Authenticator: Sendable {
    private struct State {
        var cache: AuthenticationCache
        /// The questions on their way.
        var asks: [CredentialKey: Task<Outcome, Never>] = [:]
        /// Refused credentials, so that an app that repeats one counts as one attempt.
        var refused = BoundedTable<CredentialKey, Void>(capacity: 4096)
    }

    /// How asking ended.
    private enum Outcome: Sendable {
        case principal(Principal)
        case refused(ErrorCode)
        /// Auth-session cannot be reached.
        case away(BusError)
        case failed(BusError)
        /// Every answer was older than what the feed had said by then.
        case outdated
    }

    private let services: any Services
    private let attempts: AttemptLimiter
    private let clock: any WallClock
    private let feedClock: any FeedClock
    private let counts: AuthenticationCounts
    private let logger: Logger
    private let endTimeout: Duration
    private let state: Mutex<State>
    /// Told of sessions that have ended; nil where it is not known which ones.
    private let endListener = Mutex<(@Sendable (Set<SessionID>?) -> Void)?>(nil)
    /// What follows the credentials feed, while `run` does.
    private let credentials = Mutex<CredentialsFollower?>(nil)

    /// Remembers answers only while `run` follows the credentials feed; without it, each call asks auth-session.
    ///
    /// - Parameter endTimeout: How long an answer waits at most until the end that it tells of holds.
    init(
        services: any Services, attempts: AttemptLimiter, cachedPrincipals: Int = 10_000,
        clock: any WallClock = SystemClock(), feedClock: any FeedClock = ContinuousFeedClock(),
        endTimeout: Duration = .seconds(1), metrics: any MetricsFactory = NOOPMetricsHandler.instance,
        logger: Logger = Logger(label: "edge") { _ in SwiftLogNoOpLogHandler() }
    ) {
        self.services = services
        self.attempts = attempts
        self.clock = clock
        self.feedClock = feedClock
        self.endTimeout = endTimeout
        self.logger = logger
        counts = AuthenticationCounts(metrics)
        state = Mutex(State(cache: AuthenticationCache(capacity: cachedPrincipals)))
    }

    /// The signed-in person behind a request.
    ///
    /// Throws 401 (`authenticationRequired`, `tokenExpired`, `invalidToken`, `accountGone`), 403 for a `program` that
    /// the credential does not speak for and for a credential of another API, 429 for a wrong credential from an
    /// address that showed too many wrong ones, and 503 when auth-session cannot be asked.
    /// - Parameter servesStale: Whether a caller who was known a short while ago is let in while auth-session is away.
    ///   For reads only, and not for reads that show an account's sessions.
    /// - Parameter accepted: The kinds of credentials that this API takes.
    func caller(
        of request: EdgeRequest, servesStale: Bool, accepting accepted: AcceptedCredentials
    ) async throws(EdgeError) -> Caller {
        try await caller(of: request, servesStale: servesStale, accepting: accepted) { () throws(EdgeError) in
            try Credential.ofPerson(request.headers)
        }
    }

    /// The signed-in person behind a request that shows its credential elsewhere than in the usual fields.
    ///
    /// Throws as `caller(of:servesStale:accepting:)` does.
    /// - Parameter credential: Finds what is shown; nil when there is nothing.
    func caller(
        of request: EdgeRequest, servesStale: Bool, accepting accepted: AcceptedCredentials,
        showing credential: () throws(EdgeError) -> Credential?
    ) async throws(EdgeError) -> Caller {
        do throws(EdgeError) {
            guard let credential = try credential() else { throw .refused(.authenticationRequired) }
            let principal = try await principal(of: credential, request, servesStale: servesStale)
            if principal.account != nil { try accepted.check(principal) }
            let shown = ShownCredential(credential, installation: request.headers.installation)
            guard let caller = try Caller(principal, showing: shown, program: request.headers.program) else {
                throw .refused(.invalidToken)
            }
            return caller
        } catch {
            counts.recordRefusal(error.code)
            throw error
        }
    }

    /// The API key behind a request, when it has `scope`.
    ///
    /// Throws 401 as `caller` does, 403 for a key without the scope, 429 and 503.
    func authorize(_ request: EdgeRequest, scope: APIKeyScope) async throws(EdgeError) -> Principal {
        try await authorize(request, scope: scope) { () throws(EdgeError) in
            guard let credential = try Credential.ofProgram(request.headers) else {
                throw EdgeError(.authenticationRequired, "send an API key in X-API-Key")
            }
            return credential
        }
    }

    /// The API key behind a request that may show it elsewhere than in its usual field, when it has `scope`.
    ///
    /// Throws as `authorize(_:scope:)` does.
    /// - Parameter credential: Finds what is shown.
    func authorize(
        _ request: EdgeRequest, scope: APIKeyScope, showing credential: () throws(EdgeError) -> Credential
    ) async throws(EdgeError) -> Principal {
        do throws(EdgeError) {
            return try await authorize(request, anyOf: [scope], showing: try credential())
        } catch {
            counts.recordRefusal(error.code)
            throw error
        }
    }

    /// The API key behind a request, when it has one of some scopes; the first of them is the one that a refusal names.
    ///
    /// Throws as `authorize(_:scope:)` does.
    func authorize(_ request: EdgeRequest, anyOf scopes: [APIKeyScope]) async throws(EdgeError) -> Principal {
        do throws(EdgeError) {
            guard let credential = try Credential.ofProgram(request.headers) else {
                throw EdgeError(.authenticationRequired, "send an API key in X-API-Key")
            }
            return try await authorize(request, anyOf: scopes, showing: credential)
        } catch {
            counts.recordRefusal(error.code)
            throw error
        }
    }

    private func authorize(
        _ request: EdgeRequest, anyOf scopes: [APIKeyScope], showing credential: Credential
    ) async throws(EdgeError) -> Principal {
        let principal: Principal
        do throws(EdgeError) {
            principal = try await self.principal(of: credential, request, servesStale: false)
        } catch {
            throw error.code == .invalidToken ? .unknownAPIKey : error
        }
        guard principal.apiKey != nil else { throw .unknownAPIKey }
        guard scopes.contains(where: principal.scopes.contains) else {
            throw EdgeError(.forbidden, "this needs an API key with the scope \(scopes.first?.rawValue ?? "")")
        }
        return principal
    }

    /// Calls `listener` when sessions have ended, with which ones; with nil where that is not known.
    func onEnds(_ listener: @escaping @Sendable (Set<SessionID>?) -> Void) { endListener.withLock { $0 = listener } }

    /// Forgets a session that has ended, so that nobody has to wait for the feed to say so.
    func forget(session: SessionID) {
        state.withLock { $0.cache.forget(.session(session)) }
        endListener.withLock { $0 }?([session])
    }

    /// Forgets an exchanged token that was revoked.
    func forget(token: TokenID) { state.withLock { $0.cache.forget(.token(token)) } }

    /// Waits until what has ended is refused here, for `endTimeout` at most. Then the answer goes out all the same:
    /// what was asked is done, and holds as soon as the feeds get through.
    ///
    /// - Parameter ofAccounts: whether identity has told of it, which auth-session hears of first.
    func awaitEnds(ofAccounts: Bool, _ context: MessageContext) async {
        let deadline = feedClock.now + endTimeout
        do throws(BusError) {
            if ofAccounts {
                var context = context
                context.timeout = endTimeout
                _ = try await services.send(AwaitAccountChanges(), context)
            }
            try await credentials.withLock { $0 }?.catchUp(within: deadline - feedClock.now, context)
        } catch {
            logger.following(context).notice(
                "an end of sessions or keys was answered before it held", metadata: ["cause": .failure(error)])
        }
    }

    /// Follows the credentials feed, and tells auth-session once a minute which sessions were active, until the task is
    /// cancelled.
    func run() async {
        let follower = CredentialsFollower(services, clock: feedClock, logger: logger) { page, asked in
            self.state.withLock { $0.cache.receive(page, asked: asked) }
            self.tellOfEnds(in: page)
        }
        credentials.withLock { $0 = follower }
        defer { credentials.withLock { $0 = nil } }
        let reports = ActivityReports(
            services, clock: feedClock, dequeue: { self.state.withLock { $0.cache.dequeueActivity() } },
            restore: { activities in
                self.state.withLock { state in
                    for activity in activities { state.cache.report(activity.session, activity.at) }
                }
            })
        await withTaskGroup { group in
            group.addTask { await follower.run() }
            group.addTask { await reports.run() }
        }
    }

    private func tellOfEnds(in page: FeedPage) {
        guard page.startsOver || !page.changes.isEmpty, let listener = endListener.withLock({ $0 }) else { return }
        var sessions: Set<SessionID> = []
        for change in page.changes {
            switch CredentialChange(key: change.key) {
            case .session(let session): sessions.insert(session)
            case .apiKey, .token: break
            // A later version wrote this key, so it may be about any session.
            case nil: return listener(nil)
            }
        }
        listener(page.startsOver ? nil : sessions)
    }

    private var now: AuthenticationCache.Moment { .init(steady: feedClock.now, wall: clock.now()) }

    private func principal(
        of credential: Credential, _ request: EdgeRequest, servesStale: Bool
    ) async throws(EdgeError) -> Principal {
        let key = CredentialKey(credential, installation: request.headers.installation)
        let now = now
        let result = state.withLock { $0.cache.look(up: key, at: now) }
        if case .known(let principal) = result {
            counts.recordHit()
            return principal
        }
        let address = request.context.client?.address?.value ?? ""
        // What was known a moment ago is no guess.
        guard result == .unknown else { return try await asked(credential, key, request, servesStale: servesStale) }
        return try await attempts.verified(
            .token, from: address,
            isWrong: { error in error.code == .invalidToken && state.withLock { $0.refused.insert(key) } },
            { () async throws(EdgeError) in try await asked(credential, key, request, servesStale: servesStale) })
    }

    private func asked(
        _ credential: Credential, _ key: CredentialKey, _ request: EdgeRequest, servesStale: Bool
    ) async throws(EdgeError) -> Principal {
        let ask = ask(Authenticate(credential: credential, installation: request.headers.installation), key, request)
        counts.recordMiss()
        switch await ask.value {
        case .principal(let principal): return principal
        case .refused(let code): throw .refused(code)
        case .away(let error):
            let now = self.now
            if servesStale, let principal = state.withLock({ $0.cache.lookUpStale(key, at: now) }) {
                counts.recordStale()
                return principal
            }
            let away = EdgeError(error, asking: Authenticate.self)
            throw .cannotTell(away.cause, retryAfter: away.retryAfter, isOfProvider: away.isTold)
        case .failed(let error): throw EdgeError(error, asking: Authenticate.self)
        case .outdated: throw .cannotTell("every answer was older than the credentials feed")
        }
    }

    /// The question about a credential: the one that is on its way, or a new one.
    private func ask(
        _ question: Authenticate, _ key: CredentialKey, _ request: EdgeRequest
    ) -> Task<Outcome, Never> {
        state.withLock { state in
            if let ask = state.asks[key] { return ask }
            // A task of its own, since the caller who asks first may hang up while others wait.
            let ask = Task { await self.settle(question, key, request.context) }
            state.asks[key] = ask
            return ask
        }
    }

    /// How often a question is repeated whose answer came too late.
    private static let tries = 5
    /// How long an answer is waited for.
    private static let timeout = Duration.seconds(5)

    private func settle(_ question: Authenticate, _ key: CredentialKey, _ context: MessageContext) async -> Outcome {
        let deadline = feedClock.now + min(context.timeout, Authenticator.timeout)
        for _ in 0..<Authenticator.tries {
            let asked = feedClock.now
            var context = context
            // An answer that takes longer than this counts only where the feed vouches for it.
            let isFresh = state.withLock { $0.cache.isFresh(at: asked) }
            context.timeout = isFresh ? deadline - asked : min(deadline - asked, AuthenticationCache.freshness)
            guard context.timeout > .zero else { break }
            let answer: Authenticate.Reply
            do throws(BusError) {
                answer = try await services.send(question, context)
            } catch {
                return finish(key, error.meansAway ? .away(error) : .failed(error))
            }
            let now = now
            // Whoever comes after this decision asks anew, so it and the end of the question are one step.
            let outcome = state.withLock { state -> Outcome? in
                switch state.cache.receive(answer, about: key, asked: asked, at: now) {
                case .principal(let principal):
                    state.asks[key] = nil
                    return .principal(principal)
                case .refused(let code):
                    state.asks[key] = nil
                    return .refused(code)
                case .outdated: return nil
                }
            }
            if let outcome { return outcome }
            counts.recordOutdated()
        }
        return finish(key, .outdated)
    }

    private func finish(_ key: CredentialKey, _ outcome: Outcome) -> Outcome {
        state.withLock { $0.asks[key] = nil }
        return outcome
    }
}

extension BusError {
    /// Whether the service, or its store, cannot be reached at all.
    fileprivate var meansAway: Bool {
        switch self {
        case .unavailable, .timedOut, .closed: true
        case .refused(let refusal): refusal.code == .unavailable || refusal.code == .timedOut
        default: false
        }
    }
}
