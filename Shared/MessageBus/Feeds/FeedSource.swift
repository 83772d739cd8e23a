// The owner's side of a feed: answers those who ask what changed, at once or when something does.

public import Models

/// Answers `ReadFeed` from the feed tables of a service.
///
/// With nothing new an answer waits until `changed` is called for its feed, at most `pollTimeout`, and then comes
/// empty.
public final class FeedSource: Sendable {
    /// Reads one page: what stands in the feed after a cursor, and the high-water mark, in one snapshot.
    ///
    /// `after` is nil when only the epoch and the high-water mark are asked for; the page then has no changes. Decides
    /// `startsOver`: the epoch is of another life of the feed, or tombstones behind the cursor were pruned since the
    /// follower got its epoch; the page then holds the first changes of the whole state. Throws a `ServiceError` for a
    /// feed that there is not.
    public typealias ReadPage =
        @Sendable (
            _ feed: FeedName, _ epoch: FeedEpoch?, _ after: UInt64?, _ limit: Int
        ) async throws -> FeedPage

    /// The longest that an answer waits for news.
    public static let maximumPollTimeout = Duration.milliseconds(500)

    private let news = FeedChangeNotifier()
    private let page: ReadPage
    private let largestPage: Int
    private let pollTimeout: Duration
    private let clock: any FeedClock

    /// A source that reads its pages with `page`, each of at most `largestPage` changes.
    public init(
        largestPage: Int = 1000, pollTimeout: Duration = FeedSource.maximumPollTimeout,
        clock: any FeedClock = ContinuousFeedClock(), page: @escaping ReadPage
    ) {
        self.page = page
        self.largestPage = largestPage
        self.pollTimeout = min(pollTimeout, FeedSource.maximumPollTimeout)
        self.clock = clock
    }

    /// A source of one feed; whoever asks for another is told that there is none.
    public convenience init(
        of feed: FeedName,
        page: @escaping @Sendable (_ epoch: FeedEpoch?, _ after: UInt64?, _ limit: Int) async throws -> FeedPage
    ) {
        self.init { asked, epoch, after, limit in
            guard asked == feed else { throw ServiceError(.notFound, "there is no feed \(asked) here") }
            return try await page(epoch, after, limit)
        }
    }

    /// Tells those who wait that `feed` has something new. Call it after the commit.
    public func changed(_ feed: FeedName) { news.announce(feed) }

    /// Answers `ReadFeed` of `followers` in a service's table.
    public func serve(in handlers: inout HandlerTable, to followers: Set<ServiceName> = []) {
        handlers.on(ReadFeed.self, from: followers) { request, context in
            try await self.answer(request, within: context.timeout)
        }
    }

    /// One answer; what the handler does. Comes soon enough for a caller who waits for `timeout`.
    public func answer(_ request: ReadFeed, within timeout: Duration = FeedSource.maximumPollTimeout) async throws
        -> FeedPage
    {
        // The way back takes time too.
        let latest = clock.now + min(pollTimeout, timeout * 0.8)
        while true {
            // Taken before the page is read: a change between the two ends the wait at once.
            let seen = news.count(of: request.feed)
            let page = try await page(
                request.feed, request.epoch, request.after, max(1, min(request.limit, largestPage)))
            let hasChanges =
                page.startsOver || !page.changes.isEmpty || page.highWater != request.after
                || request.epoch.map { $0 != page.epoch } ?? false
            let left = latest - clock.now
            if hasChanges || left <= .zero || Task.isCancelled { return page }
            await news.wait(for: request.feed, after: seen, atMost: left, by: clock)
        }
    }
}
