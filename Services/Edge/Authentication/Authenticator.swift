import CoreMetrics
import Logging
import MessageBus
import Models
import ServiceRuntime
import Synchronization

/// Authenticates callers. Caches auth-session's answers by the rules of `AuthenticationCache`.
final class Authenticator: Sendable {
    private struct State {
        var cache: AuthenticationCache
        /// The questions in progress, by credential. Callers with the same credential share a question.
        var asks: [CredentialKey: Task<Outcome, Never>] = [:]
        /// The refused credentials, so that an app that repeats a credential counts as one attempt.
        var refused = BoundedTable<CredentialKey, Void>(capacity: 4096)
    }

    private enum Outcome: Sendable {
        case principal(Principal)
        case refused(ErrorCode)
        case away(BusError)
        case failed(BusError)
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
    private let endListener = Mutex<(@Sendable (Set<SessionID>?) -> Void)?>(nil)
    private let credentials = Mutex<CredentialsFollower?>(nil)

    /// Makes the authenticator. It caches answers only while `run` follows the credentials feed. A change that ends
    /// sessions waits at most `endTimeout` until this edge refuses them.
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

    /// Throws 401 (`authenticationRequired`, `tokenExpired`, `invalidToken`, `accountGone`), 403 for a `program`
    /// outside the credential or a credential of another API, 429 for a wrong credential from an address with too many
    /// wrong credentials, and 503 if auth-session cannot be asked.
    /// - Parameter servesStale: Accepts cached answers for a short time while auth-session is unreachable. Use it only
    ///   for reads, and not for reads of an account's sessions.
    func caller(
        of request: EdgeRequest, servesStale: Bool, accepting accepted: AcceptedCredentials
    ) async throws(EdgeError) -> Caller {
        try await caller(of: request, servesStale: servesStale, accepting: accepted) { () throws(EdgeError) in
            try Credential.ofPerson(request.headers)
        }
    }

    /// Like `caller(of:servesStale:accepting:)`, for a credential that may be outside the usual fields.
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

    /// Returns the principal of an API key. Throws 401 like `caller`, 403 for a key without any of the scopes, 429 and
    /// 503. A refusal names the first scope.
    /// - Parameter credential: The credential, if it is outside its usual field; nil for the credential in that field.
    func authorize(
        _ request: EdgeRequest, anyOf scopes: [APIKeyScope], showing credential: Credential? = nil
    ) async throws(EdgeError) -> Principal {
        do throws(EdgeError) {
            var shown = credential
            if shown == nil { shown = try Credential.ofProgram(request.headers) }
            guard let shown else { throw EdgeError(.authenticationRequired, "send an API key in X-API-Key") }
            let principal: Principal
            do throws(EdgeError) {
                principal = try await self.principal(of: shown, request, servesStale: false)
            } catch {
                throw error.code == .invalidToken ? .unknownAPIKey : error
            }
            guard principal.apiKey != nil else { throw .unknownAPIKey }
            guard scopes.contains(where: principal.scopes.contains) else {
                throw EdgeError(.forbidden, "this needs an API key with the scope \(scopes.first?.rawValue ?? "")")
            }
            return principal
        } catch {
            counts.recordRefusal(error.code)
            throw error
        }
    }

    /// Sets the function that gets the ended sessions. It gets nil if the edge does not know which sessions have ended.
    func onEnds(_ listener: @escaping @Sendable (Set<SessionID>?) -> Void) { endListener.withLock { $0 = listener } }

    /// Waits until this edge refuses the sessions that a request has ended. After `endTimeout` the answer is sent in
    /// any case; the change takes effect as soon as the feeds arrive.
    func awaitEnds(of request: some Request, _ context: MessageContext) async {
        switch request.ends {
        case .nothing: return
        case .session(let session): drop(.session(session))
        case .announced(let known):
            // This comes before the wait, because the wait may fail.
            if let known { drop(known) }
            await awaitFeeds(ofAccounts: false, context)
        case .ofAccounts(let caller):
            await awaitFeeds(ofAccounts: true, context)
            if let caller { drop(.session(caller)) }
        }
    }

    private func drop(_ holder: CredentialChange) {
        state.withLock { $0.cache.forget(holder) }
        if case .session(let session) = holder { endListener.withLock { $0 }?([session]) }
    }

    /// Waits until this edge knows of an end; with `ofAccounts`, first until auth-session knows it from identity.
    private func awaitFeeds(ofAccounts: Bool, _ context: MessageContext) async {
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

    func run() async {
        let follower = CredentialsFollower(services, clock: feedClock, logger: logger) { page, asked in
            self.state.withLock { $0.cache.receive(page, asked: asked) }
            self.tellOfEnds(in: page)
        }
        credentials.withLock { $0 = follower }
        defer { credentials.withLock { $0 = nil } }
        await withTaskGroup { group in
            group.addTask { await follower.run() }
            group.addTask { await self.reportActivity() }
        }
    }

    /// Reports the activity once a minute, and a last time after the task is cancelled.
    private func reportActivity() async {
        while (try? await feedClock.sleep(for: .seconds(60))) != nil { await reportActivity(within: .seconds(5)) }
        // In a cancelled task a request would be cancelled, too, so it runs in a task of its own.
        await Task { await self.reportActivity(within: .seconds(1)) }.value
    }

    /// Reports activity. A report that cannot be delivered is sent with the next report.
    private func reportActivity(within timeout: Duration) async {
        var rest = state.withLock { $0.cache.dequeueActivity() }
        while !rest.isEmpty {
            let part = Array(rest.prefix(AuthenticationCache.reportedAtOnce))
            do throws(BusError) {
                _ = try await services.send(
                    RecordActivity(activities: part), MessageContext(requestID: "activity", timeout: timeout))
            } catch {
                let unsent = rest
                return state.withLock { state in
                    for activity in unsent { state.cache.report(activity.session, activity.at) }
                }
            }
            rest.removeFirst(part.count)
        }
    }

    private func tellOfEnds(in page: FeedPage) {
        guard page.startsOver || !page.changes.isEmpty, let listener = endListener.withLock({ $0 }) else { return }
        var sessions: Set<SessionID> = []
        for change in page.changes {
            switch CredentialChange(key: change.key) {
            case .session(let session): sessions.insert(session)
            case .apiKey, .token: break
            // A later version wrote this key, so it may concern any session.
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
        let result = state.withLock { $0.cache.lookUp(key, at: now) }
        if case .known(let principal) = result {
            counts.record(.remembered)
            return principal
        }
        // A credential that was valid a moment ago is no guess, so it is not limited.
        guard result == .unknown else {
            return try await askAuthSession(credential, key, request, servesStale: servesStale)
        }
        return try await attempts.verified(
            .token, from: request.address,
            isWrong: { error in error.code == .invalidToken && state.withLock { $0.refused.insert(key) } },
            { () async throws(EdgeError) in
                try await askAuthSession(credential, key, request, servesStale: servesStale)
            })
    }

    private func askAuthSession(
        _ credential: Credential, _ key: CredentialKey, _ request: EdgeRequest, servesStale: Bool
    ) async throws(EdgeError) -> Principal {
        let question = Authenticate(credential: credential, installation: request.headers.installation)
        let answer = sharedQuestion(question, key, request)
        counts.record(.asked)
        switch await answer.value {
        case .principal(let principal): return principal
        case .refused(let code): throw .refused(code)
        case .away(let error):
            let now = self.now
            if servesStale, let principal = state.withLock({ $0.cache.lookUpStale(key, at: now) }) {
                counts.record(.stale)
                return principal
            }
            let away = EdgeError(error, asking: Authenticate.self)
            throw .cannotTell(away.cause, retryAfter: away.retryAfter, isOfProvider: away.isTold)
        case .failed(let error): throw EdgeError(error, asking: Authenticate.self)
        case .outdated: throw .cannotTell("every answer was older than the credentials feed")
        }
    }

    /// Returns the question about a credential. Callers with the same credential share it.
    private func sharedQuestion(
        _ question: Authenticate, _ key: CredentialKey, _ request: EdgeRequest
    ) -> Task<Outcome, Never> {
        state.withLock { state in
            if let ask = state.asks[key] { return ask }
            // The question has a task of its own, because the first caller may hang up while others wait.
            let ask = Task { await self.askUntilCurrent(question, key, request.context) }
            state.asks[key] = ask
            return ask
        }
    }

    /// The most questions with outdated answers after which the edge gives up.
    private static let tries = 5
    private static let timeout = Duration.seconds(5)

    private func askUntilCurrent(
        _ question: Authenticate, _ key: CredentialKey, _ context: MessageContext
    ) async -> Outcome {
        let deadline = feedClock.now + min(context.timeout, Authenticator.timeout)
        for _ in 0..<Authenticator.tries {
            let asked = feedClock.now
            var context = context
            // An answer that takes longer than this is used only if the feed confirms it.
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
            // Later callers must ask again, so the decision and the end of the question are one step under the lock.
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
            counts.record(.outdated)
        }
        return finish(key, .outdated)
    }

    private func finish(_ key: CredentialKey, _ outcome: Outcome) -> Outcome {
        state.withLock { $0.asks[key] = nil }
        return outcome
    }
}

extension BusError {
    fileprivate var meansAway: Bool {
        switch self {
        case .unavailable, .timedOut, .closed: true
        case .refused(let refusal): refusal.code == .unavailable || refusal.code == .timedOut
        default: false
        }
    }
}

struct AuthenticationCounts: Sendable {
    enum Lookup: String, CaseIterable { case remembered, asked, stale, outdated }

    private let lookups: [Lookup: any CounterHandler]
    private let refused: [ErrorCode: any CounterHandler]

    static let lookupsLabel = "balise_edge_authentications_total"
    static let refusalsLabel = "balise_edge_refused_credentials_total"

    init(_ factory: any MetricsFactory) {
        var lookups: [Lookup: any CounterHandler] = [:]
        for lookup in Lookup.allCases {
            lookups[lookup] = factory.makeCounter(
                label: AuthenticationCounts.lookupsLabel, dimensions: [("outcome", lookup.rawValue)])
        }
        self.lookups = lookups
        var refused: [ErrorCode: any CounterHandler] = [:]
        for code in [
            ErrorCode.authenticationRequired, .tokenExpired, .invalidToken, .accountGone, .signInTooOld, .forbidden,
            .rateLimited, .unavailable,
        ] {
            refused[code] = factory.makeCounter(
                label: AuthenticationCounts.refusalsLabel, dimensions: [("reason", code.rawValue)])
        }
        self.refused = refused
    }

    func record(_ lookup: Lookup) { lookups[lookup]?.increment(by: 1) }

    func recordRefusal(_ code: ErrorCode) {
        // Other errors do not concern the credential. They mean that auth-session could not check it.
        (refused[code] ?? refused[.unavailable])?.increment(by: 1)
    }
}
