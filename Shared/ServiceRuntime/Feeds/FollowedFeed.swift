public import Logging
public import MessageBus
public import Models
public import Storage
import Synchronization

/// Follows a feed of another service, and logs its failures. An outage is logged at most once a minute.
public struct FollowedFeed: Sendable {
    let follower: FeedFollower

    /// The seconds after a start in which a missing source causes no warning, because services start together.
    static let secondsOfStart: Int64 = 10

    private static let secondsBetweenComplaints: Int64 = 60

    /// Follows a feed from the database's position.
    /// - Parameters:
    ///   - cursor: The database's position.
    ///   - rest: The pause once all changes are stored, so that many changes make one transaction.
    ///   - stored: Reads the database's position, if several processes follow into it.
    ///   - apply: Stores a page and its cursor in one transaction.
    public init(
        _ feed: FeedName, of service: ServiceName, through client: BusClient, from cursor: FeedCursor?,
        rest: Duration = .zero, clock: any WallClock, logger: Logger, stored: FeedFollower.ReadCursor? = nil,
        apply: @escaping @Sendable (FeedPage) async throws -> Void
    ) {
        let quietUntil = Mutex(UnixTime(milliseconds: 0))
        let started = clock.now().adding(seconds: FollowedFeed.secondsOfStart)
        let report: @Sendable (any Error) -> Void = { error in
            let now = clock.now()
            // When services start together, the source may not run yet, which is normal.
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
        // If `stored` is nil, pages have no base, and `apply` skips none.
        follower = FeedFollower(
            of: feed, at: service, through: client, from: .cursor(cursor), rest: rest, report: report, stored: stored
        ) { page, _ in
            try await apply(page)
        }
    }

    public func run() async { await follower.run() }

    public var finding: HealthFinding { follower.finding }

    /// Waits until the feed's current state is applied, and returns its position.
    @discardableResult
    public func catchUp(within timeout: Duration) async throws -> FeedCursor {
        try await follower.catchUp(within: timeout)
    }

    /// Whether everything up to `mark` is applied, and the feed is not being read again.
    public func hasReached(_ mark: FeedCursor) -> Bool { follower.hasReached(mark) }
}

extension FeedFollower {
    /// How long applying the feed may fail before the service is not ready.
    private static let timeout = Duration.seconds(5)
    /// How long the feed's source may be silent. A restart of the source takes less time.
    private static let silence = Duration.seconds(60)

    /// A failure if the feed's changes could not be stored for 5 s. If the source is silent for a minute, that is the
    /// source's problem, and only a warning here.
    public var finding: HealthFinding {
        if let failure = failure(lasting: FeedFollower.timeout), !(failure is BusError) {
            return .failure(
                "the feed \(feed) cannot be followed: \(describe(failure))", "look at the log of this service")
        }
        if failure(lasting: FeedFollower.silence) != nil {
            return .warning(
                "the feed \(feed) has been silent for more than a minute", "start the service that it is of")
        }
        guard let age, isCaughtUp else { return .unknown("the feed \(feed) is being read from its beginning") }
        return .ok("all changes of the feed \(feed) are applied, as of \(age.components.seconds) s ago")
    }
}

extension FeedSource {
    /// Creates the source of a store's feed, which reads the table and reports each commit that changes the feed.
    public convenience init(of table: FeedTable, in store: some Store) {
        self.init(of: table.name) { try await store.readFeed(table, epoch: $0, after: $1, limit: $2) }
        store.database.onCommit(changing: table.name) { [weak self] in self?.changed(table.name) }
    }
}
