import MessageBus
public import Models
public import Storage

/// Follows the accounts feed of identity into a service's database, and handles the accounts that are missing in it.
public struct FollowedAccounts: Sendable {
    /// The accounts with data here that the feed no longer has.
    public let missing: MissingAccounts

    public let feed: FollowedFeed

    private let reports: ErasureReports

    /// Starts at the store's position.
    /// - Parameters:
    ///   - isShared: Whether several processes follow into the store's database.
    ///   - apply: Stores a page and its cursor in one transaction.
    public init<S: Store>(
        _ environment: ServiceEnvironment, into store: S, owning rows: AccountOwnedRows, isShared: Bool = true,
        apply: @escaping @Sendable (FeedPage, UnixTime) async throws -> Void
    ) async throws {
        let clock = environment.clock
        let missing = MissingAccounts(
            in: store.database, readiness: environment.readiness, logger: environment.logger)
        let reports = ErasureReports(
            of: environment.service, in: store.database, through: environment.client, logger: environment.logger,
            isSettled: rows.isSettled)
        var stored: FeedFollower.ReadCursor?
        if isShared { stored = { try await store.accountsCursor() } }
        feed = FollowedFeed(
            AccountChange.feed, of: .identity, through: environment.client, from: try await store.accountsCursor(),
            clock: clock, logger: environment.logger, stored: stored
        ) { page in
            try await apply(page, clock.now())
            await missing.look()
            reports.signal()
        }
        // While this fails, data that identity has erased is still here.
        environment.readiness.depend { [follower = feed.follower] in follower.obstacle }
        await missing.follow(feed.follower)
        self.missing = missing
        self.reports = reports
    }

    /// Follows, and reports erasures, until its task is cancelled.
    public func run() async {
        await withTaskGroup { group in
            group.addTask { await feed.run() }
            group.addTask { await reports.run() }
        }
    }
}
