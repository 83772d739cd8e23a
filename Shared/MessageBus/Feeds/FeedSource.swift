public import CBOR
public import Models

/// Answers `ReadFeed` from a service's feed tables. Without changes, it waits for `changed`, at most `pollTimeout`.
public final class FeedSource: Sendable {
    /// Reads one page: the changes after a cursor, and the high-water mark, in one snapshot. A nil `after` asks only
    /// for the epoch and the mark. It sets `startsOver`, and starts with the whole state, if the epoch is not the
    /// feed's current one, or if tombstones after the cursor were pruned. Throws a `ServiceError` for an unknown feed.
    public typealias ReadPage =
        @Sendable (_ feed: FeedName, _ epoch: FeedEpoch?, _ after: UInt64?, _ limit: Int) async throws -> FeedPage

    public static let maximumPollTimeout = Duration.milliseconds(500)

    private let news = FeedChangeNotifier()
    private let page: ReadPage
    private let largestPage: Int
    private let pollTimeout: Duration
    private let clock: any FeedClock

    /// Creates a source of several feeds; a page has at most `largestPage` changes.
    public init(
        largestPage: Int = 1000, pollTimeout: Duration = FeedSource.maximumPollTimeout,
        clock: any FeedClock = ContinuousFeedClock(), page: @escaping ReadPage
    ) {
        (self.page, self.largestPage) = (page, largestPage)
        self.pollTimeout = min(pollTimeout, FeedSource.maximumPollTimeout)
        self.clock = clock
    }

    /// Creates a source of one feed. Requests for other feeds are refused.
    public convenience init(
        of feed: FeedName,
        page: @escaping @Sendable (_ epoch: FeedEpoch?, _ after: UInt64?, _ limit: Int) async throws -> FeedPage
    ) {
        self.init { asked, epoch, after, limit in
            guard asked == feed else { throw ServiceError(.notFound, "there is no feed \(asked) here") }
            return try await page(epoch, after, limit)
        }
    }

    /// Reports a change of the feed. Call it after the commit.
    public func changed(_ feed: FeedName) { news.announce(feed) }

    public func serve(in handlers: inout HandlerTable, to followers: Set<ServiceName> = []) {
        handlers.on(ReadFeed.self, from: followers) { request, context in
            try await self.answer(request, within: context.timeout)
        }
    }

    /// Returns one answer, early enough for a caller whose timeout is `timeout`.
    public func answer(_ request: ReadFeed, within timeout: Duration = FeedSource.maximumPollTimeout) async throws
        -> FeedPage
    {
        // A fifth of the time is left for the answer's way back.
        let latest = clock.now + min(pollTimeout, timeout * 0.8)
        while true {
            // The count is read before the page, so a change between the two reads ends the wait at once.
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

/// Encodes and decodes the values of feeds. The bytes equal those of the general coder.
public enum FeedValue {
    public static func write(_ value: some DirectlyCoded & Encodable) -> [UInt8] {
        var writer = MessageWriter(capacity: 128)
        value.write(to: &writer)
        return [UInt8](writer.bytes)
    }

    /// Reads a value. If it cannot be read directly, the general coder reads it, and its errors are thrown.
    public static func read<Value: DirectlyCoded & Decodable>(
        _ type: Value.Type, from bytes: [UInt8]
    ) throws(CBORError) -> Value {
        if let value = bytes.withUnsafeBytes({ Value.read($0) }) { return value }
        return try CBORDecoder().decode(type, from: bytes)
    }
}
