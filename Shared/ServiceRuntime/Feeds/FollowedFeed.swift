// A feed of another service that a service follows for as long as it runs.

public import Logging
public import MessageBus
public import Models
import Synchronization

/// A feed of another service that a service follows for as long as it runs, into its own database.
///
/// While the other service is away the log says so at most once a minute, and the feed is caught up with later.
public struct FollowedFeed: Sendable {
    let follower: FeedFollower

    /// How long services that are started together wait for each other before it is worth a warning, in seconds.
    static let secondsOfStart: Int64 = 10

    /// How often the log says that the feed cannot be followed, in seconds.
    private static let secondsBetweenComplaints: Int64 = 60

    /// - Parameters:
    ///   - cursor: how far the database has come.
    ///   - rest: how long to rest once all changes are stored, so that many make one transaction.
    ///   - stored: reads how far the database has come, where several processes follow into it.
    ///   - apply: stores a page and the cursor behind it in one transaction.
    public init(
        _ feed: FeedName, of service: ServiceName, through client: BusClient, from cursor: FeedCursor?,
        rest: Duration = .zero, clock: any WallClock, logger: Logger, stored: FeedFollower.ReadCursor? = nil,
        apply: @escaping @Sendable (FeedPage) async throws -> Void
    ) {
        let quietUntil = Mutex(UnixTime(milliseconds: 0))
        let started = clock.now().adding(seconds: FollowedFeed.secondsOfStart)
        let report: @Sendable (any Error) -> Void = { error in
            let now = clock.now()
            // At a start nobody is there yet, and nothing is wrong.
            if now < started, case BusError.unavailable = error { return }
            let isDue = quietUntil.withLock { quietUntil in
                guard quietUntil <= now else { return false }
                quietUntil = now.adding(seconds: FollowedFeed.secondsBetweenComplaints)
                return true
            }
            guard isDue else { return }
            logger.warning(
                "a feed cannot be followed for now", metadata: ["feed": "\(feed)", "cause": .failure(error)])
        }
        // Where nobody reads what is stored, pages have no base: `apply` leaves none out.
        follower = FeedFollower(
            of: feed, at: service, through: client, from: .cursor(cursor), rest: rest, report: report, stored: stored
        ) { page, _ in
            try await apply(page)
        }
    }

    /// Follows until its task is cancelled.
    public func run() async { await follower.run() }

    /// Waits until everything that the feed has now is applied, and gives how far that is; throws when that cannot be
    /// found out in time.
    @discardableResult
    public func catchUp(within timeout: Duration) async throws -> FeedCursor {
        try await follower.catchUp(within: timeout)
    }

    /// Whether everything up to `mark` is applied, and the feed is not read anew.
    public func hasReached(_ mark: FeedCursor) -> Bool { follower.hasReached(mark) }
}
