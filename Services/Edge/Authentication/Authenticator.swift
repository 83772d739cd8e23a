// Finding out who asks.

import CoreMetrics
import MessageBus
import Models
import ServiceRuntime
import Synchronization

/// Finds out who asks, by what a request shows: from memory where that is fresh, else by asking auth-session.
///
/// The memory follows the credentials feed, so that a session that has ended counts no more, wherever it was ended. It is
/// fresh while the feed's latest answer is at most 1.5 s old. When it is not, auth-session is asked each time; and when
/// auth-session is away, what is remembered serves some readings for 30 s, and nothing else.
final class Authenticator: Sendable {
    /// How old the feed's latest answer may be for the memory to count as fresh.
    static let freshFor = Duration.milliseconds(1500)
    /// How old it may be for the memory to serve readings while auth-session is away.
    static let staleFor = Duration.seconds(30)
    /// How long a reading that the memory could serve waits for auth-session.
    private static let patienceForStale = Duration.milliseconds(800)
    /// How often an answer that came too late is asked for again.
    private static let tries = 4

    private let services: any Services
    private let attempts: AttemptLimits
    private let clock: any WallClock
    private let metrics: AuthenticationMetrics
    private let cache: SharedCache
    private let asking = Mutex<[CredentialDigest: Task<Result<Authenticate.Reply, BusError>, Never>]>([:])
    private let follower: FeedFollower
    private let feedClock: any FeedClock

    /// - Parameters:
    ///   - bound: How many callers are remembered.
    ///   - feedClock: Tells how old the feed's latest answer is.
    ///   - report: Told of each time that the feed cannot be read.
    init(
        services: any Services, attempts: AttemptLimits, bound: Int, clock: any WallClock,
        metrics: AuthenticationMetrics, feedClock: any FeedClock = ContinuousFeedClock(),
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.services = services
        self.attempts = attempts
        self.clock = clock
        self.metrics = metrics
        self.feedClock = feedClock
        let cache = SharedCache(AuthenticationCache(bound: bound))
        self.cache = cache
        follower = FeedFollower(
            of: CredentialChange.feed, from: .mark, clock: feedClock, report: report,
            ask: { request, context async throws(BusError) in
                try await services.send(request, to: .authSession, context)
            }, apply: { page, cursor in cache.withLock { $0.apply(page, cursor) } })
    }

    /// Who is signed in. 401 says why nobody is, 403 that an API key is nobody, 503 that it cannot be said at the moment.
    ///
    /// - Parameter servesStale: Whether the request is a reading that may go on for a while without auth-session.
    func caller(of request: EdgeRequest, servesStale: Bool) async throws(EdgeError) -> Caller {
        guard let shown = PresentedCredential(request.headers) else {
            throw EdgeError(.authenticationRequired, "Sign in first.")
        }
        let principal = try await principal(of: shown, request, servesStale: servesStale)
        guard let account = principal.account, let session = principal.session else {
            throw EdgeError(.forbidden, "An API key has no account.")
        }
        return Caller(account: account, session: session, principal: principal)
    }

    /// The API key that is shown, if it may do what `scope` names. 401 without one, 403 when it may not.
    func authorize(_ request: EdgeRequest, scope: APIKeyScope) async throws(EdgeError) -> Principal {
        guard let key = request.headers.apiKey, !key.isEmpty else {
            throw EdgeError(.authenticationRequired, "Show an API key.")
        }
        let principal = try await principal(of: PresentedCredential(apiKey: key), request, servesStale: false)
        guard principal.scopes.contains(scope) else {
            throw EdgeError(.forbidden, "This API key may not do that.")
        }
        return principal
    }

    /// Knows from now on that a session has ended, without waiting for the feed.
    func forget(session: SessionID) { cache.withLock { $0.forget(session: session) } }

    /// How far the credentials feed has been followed; nil before its first answer.
    var cursor: FeedCursor? { follower.cursor }

    /// Whether the memory knows of all that had ended a moment ago.
    private var isFresh: Bool { follower.isCaughtUp && isFollowed(within: Authenticator.freshFor) }

    private func isFollowed(within span: Duration) -> Bool { follower.age.map { $0 <= span } ?? false }

    private func principal(
        of shown: PresentedCredential, _ request: EdgeRequest, servesStale: Bool
    ) async throws(EdgeError) -> Principal {
        let now = clock.now()
        let remembered = cache.withLock { $0.principal(of: shown.digest, at: now) }
        if let remembered, isFresh {
            metrics.hits.increment()
            return remembered
        }
        let address = request.context.client?.address?.value ?? ""
        try attempts.check(.secret, from: address)
        metrics.misses.increment()

        var context = request.context
        let mayServeStale = servesStale && remembered != nil
        if mayServeStale { context.timeout = min(context.timeout, Authenticator.patienceForStale) }
        let reply: Authenticate.Reply
        do throws(BusError) {
            reply = try await answer(about: shown, context)
        } catch {
            if mayServeStale, let remembered, error.meansAway, isFollowed(within: Authenticator.staleFor) {
                metrics.stale.increment()
                return remembered
            }
            throw EdgeError(error)
        }
        guard let principal = reply.principal else { throw refuse(reply.refusal ?? .invalidToken, address) }
        return principal
    }

    /// What auth-session says, as of now: an answer older than what is known here is asked for again.
    private func answer(
        about shown: PresentedCredential, _ context: MessageContext
    ) async throws(BusError) -> Authenticate.Reply {
        for _ in 0..<Authenticator.tries {
            let reply = try await ask(about: shown, context)
            let now = clock.now()
            switch cache.withLock({ $0.take(reply, of: shown.digest, at: now) }) {
            case .admitted:
                return reply
            case .ended:
                return Authenticate.Reply(
                    principal: nil, refusal: .invalidToken, epoch: reply.epoch, sequence: reply.sequence)
            case .outdated:
                metrics.outdated.increment()
            case .otherEpoch:
                metrics.outdated.increment()
                // The feed has begun anew; which of the two is behind shows when it has been read that far.
                try await follower.catchUp(
                    to: FeedCursor(epoch: reply.epoch, sequence: reply.sequence), within: context.timeout)
            }
        }
        throw .unavailable(.authSession)
    }

    /// Asks auth-session, once for all who ask about the same credential at the same time.
    private func ask(
        about shown: PresentedCredential, _ context: MessageContext
    ) async throws(BusError) -> Authenticate.Reply {
        let task = asking.withLock { asking in
            if let task = asking[shown.digest] { return task }
            let task = Task { () -> Result<Authenticate.Reply, BusError> in
                let result: Result<Authenticate.Reply, BusError>
                do throws(BusError) {
                    result = .success(try await self.services.send(Authenticate(credential: shown.credential), context))
                } catch {
                    result = .failure(error)
                }
                self.asking.withLock { $0[shown.digest] = nil }
                return result
            }
            asking[shown.digest] = task
            return task
        }
        return try await task.value.get()
    }

    private func refuse(_ code: ErrorCode, _ address: String) -> EdgeError {
        metrics.refused(code)
        // A token that was good once is no guess.
        if code == .invalidToken { attempts.recordFailure(.secret, from: address) }
        return EdgeError(code, "")
    }

    /// Follows the credentials feed, and tells auth-session about once a minute which sessions were active, until the task
    /// is cancelled.
    func run() async {
        await withTaskGroup { group in
            group.addTask { await self.follower.run() }
            group.addTask { await self.tellActivities() }
        }
    }

    private func tellActivities() async {
        while !Task.isCancelled {
            // Cancelled while asleep: what is left is told at once.
            try? await feedClock.sleep(for: .seconds(60))
            await tellActivity()
        }
    }

    /// Tells which sessions were active since this was last told.
    func tellActivity() async {
        while true {
            let activities = cache.withLock { $0.takeActivities(limit: 10_000) }
            guard !activities.isEmpty else { return }
            do throws(BusError) {
                let context = MessageContext(requestID: "activity", timeout: .seconds(5))
                _ = try await services.send(RecordActivity(activities: activities), context)
            } catch {
                cache.withLock { $0.returnActivities(activities) }
                return
            }
        }
    }
}

/// The memory, shared with the follower of the feed.
private final class SharedCache: Sendable {
    private let cache: Mutex<AuthenticationCache>

    init(_ cache: AuthenticationCache) { self.cache = Mutex(cache) }

    func withLock<T: Sendable>(_ body: (inout AuthenticationCache) -> T) -> T {
        cache.withLock { cache in body(&cache) }
    }
}

extension BusError {
    /// Whether the service that was asked is away, or as good as that.
    fileprivate var meansAway: Bool {
        switch self {
        case .unavailable, .timedOut: true
        default: false
        }
    }
}
