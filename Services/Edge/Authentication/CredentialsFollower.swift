import Logging
import MessageBus
import Models
import ServiceRuntime
import Synchronization

/// Follows the credentials feed from its current end, and passes on every page, even an empty page.
final class CredentialsFollower: Sendable {
    private let services: any Services
    private let clock: any FeedClock
    private let logger: Logger
    private let receive: @Sendable (_ page: FeedPage, _ asked: Duration) -> Void
    private let asked = Mutex(Duration.zero)
    private let isConnected = Mutex<Bool?>(nil)
    private let running = Mutex<FeedFollower?>(nil)

    init(
        _ services: any Services, clock: any FeedClock, logger: Logger,
        receive: @escaping @Sendable (_ page: FeedPage, _ asked: Duration) -> Void
    ) {
        self.services = services
        self.clock = clock
        self.logger = logger
        self.receive = receive
    }

    func run() async {
        let follower = FeedFollower(
            of: CredentialChange.feed, from: .mark, clock: clock, report: { self.recordLost($0) },
            ask: { request, context async throws(BusError) in try await self.read(request, context) },
            apply: { page, _ in self.receive(page, self.asked.withLock { $0 }) })
        running.withLock { $0 = follower }
        await follower.run()
        running.withLock { $0 = nil }
    }

    /// Waits for every change that auth-session announced before this call. Throws after `timeout`, or if auth-session
    /// does not answer. Returns at once if no feed is followed.
    func catchUp(within timeout: Duration, _ context: MessageContext) async throws(BusError) {
        guard let follower = running.withLock({ $0 }) else { return }
        let deadline = clock.now + timeout
        var context = context
        context.timeout = timeout
        // The follower is not used, because its requests also measure the freshness of answers.
        let page = try await services.send(
            ReadFeed(feed: CredentialChange.feed, epoch: nil, after: nil, limit: 1), to: .authSession, context)
        let mark = FeedCursor(epoch: page.epoch, sequence: page.highWater)
        try await follower.catchUp(to: mark, within: deadline - clock.now)
    }

    private func read(_ request: ReadFeed, _ context: MessageContext) async throws(BusError) -> FeedPage {
        let now = clock.now
        let page = try await services.send(request, to: .authSession, context)
        asked.withLock { $0 = now }
        let was = isConnected.withLock { state in
            defer { state = true }
            return state
        }
        if was == false { logger.info("the credentials feed is followed") }
        // A page without changes is not applied, but it renews the freshness of the cache.
        let isHeartbeat =
            page.changes.isEmpty && !page.startsOver && page.epoch == request.epoch && page.highWater == request.after
        if isHeartbeat { receive(page, now) }
        return page
    }

    private func recordLost(_ error: any Error) {
        let was = isConnected.withLock { state in
            defer { state = false }
            return state
        }
        guard was != false else { return }
        // Before the first connection nothing can be lost, because the edge started before auth-session.
        guard was != nil else { return logger.info("waits for auth-session, which reports ended sessions") }
        logger.notice(
            "the credentials feed is out of reach, so every credential is asked about",
            metadata: ["cause": .failure(error)])
    }
}
