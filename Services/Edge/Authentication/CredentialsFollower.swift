// Following the credentials feed.

import Logging
import MessageBus
import Models
import ServiceRuntime
import Synchronization

/// Follows the credentials feed from where it stands, and hands on every page, also those that only say that there is
/// no news.
final class CredentialsFollower: Sendable {
    private let services: any Services
    private let clock: any FeedClock
    private let logger: Logger
    private let receive: @Sendable (_ page: FeedPage, _ asked: Duration) -> Void
    /// When the question was asked whose answer is being applied.
    private let asked = Mutex(Duration.zero)
    private let isConnected = Mutex<Bool?>(nil)
    /// What follows, while it does.
    private let running = Mutex<FeedFollower?>(nil)

    /// - Parameter receive: Takes a page, and when it was asked for.
    init(
        _ services: any Services, clock: any FeedClock, logger: Logger,
        receive: @escaping @Sendable (_ page: FeedPage, _ asked: Duration) -> Void
    ) {
        self.services = services
        self.clock = clock
        self.logger = logger
        self.receive = receive
    }

    /// Follows until the task is cancelled.
    func run() async {
        let follower = FeedFollower(
            of: CredentialChange.feed, from: .mark, clock: clock, report: { self.recordLost($0) },
            ask: { request, context async throws(BusError) in try await self.read(request, context) },
            apply: { page, _ in self.receive(page, self.asked.withLock { $0 }) })
        running.withLock { $0 = follower }
        await follower.run()
        running.withLock { $0 = nil }
    }

    /// Waits until all that auth-session had told when this was asked has been handed on. Throws when it takes longer
    /// than `timeout`, and when auth-session does not say how far that is. Where nothing is followed nothing is waited
    /// for.
    func catchUp(within timeout: Duration, _ context: MessageContext) async throws(BusError) {
        guard let follower = running.withLock({ $0 }) else { return }
        let deadline = clock.now + timeout
        var context = context
        context.timeout = timeout
        // Not by the follower itself: its questions say how fresh their answers are.
        let page = try await services.send(
            ReadFeed(feed: CredentialChange.feed, epoch: nil, after: nil, limit: 1), to: .authSession, context)
        let mark = FeedCursor(epoch: page.epoch, sequence: page.highWater)
        try await follower.catchUp(to: mark, within: deadline - clock.now)
    }

    private func read(_ request: ReadFeed, _ context: MessageContext) async throws(BusError) -> FeedPage {
        let now = clock.now
        let page = try await services.send(request, to: .authSession, context)
        asked.withLock { $0 = now }
        recordConnected()
        // A page without news is not applied, and still says that what is known counts.
        let isHeartbeat =
            page.changes.isEmpty && !page.startsOver && page.epoch == request.epoch && page.highWater == request.after
        if isHeartbeat { receive(page, now) }
        return page
    }

    private func recordConnected() {
        let was = isConnected.withLock { state in
            defer { state = true }
            return state
        }
        if was == false { logger.info("the credentials feed is followed") }
    }

    private func recordLost(_ error: any Error) {
        let was = isConnected.withLock { state in
            defer { state = false }
            return state
        }
        guard was != false else { return }
        // Before the first time nothing is lost: the edge was started before auth-session.
        guard was != nil else {
            return logger.info("waits for auth-session, which reports ended sessions")
        }
        logger.notice(
            "the credentials feed is out of reach, so every credential is asked about",
            metadata: ["cause": .failure(error)])
    }
}
