public import Models
import Synchronization

/// Follows a feed of another service. The follower asks for page after page and passes each page to `apply`, which
/// stores its changes and the cursor in one transaction. So a killed follower continues from the stored cursor. While
/// the source is away, the follower asks at least twice a second. It may rest after a page with all remaining changes;
/// a caller that waits for the follower to catch up ends the rest.
public final class FeedFollower: Sendable {
    public enum Start: Sendable {
        /// The follower has the state up to this cursor; nil for a new follower, which gets the whole state.
        case cursor(FeedCursor?)
        /// The follower needs only changes, so it starts at the current end of the feed. When the feed starts over, the
        /// follower gets an empty page that says so, and starts at the end again.
        case mark
    }

    /// Applies a page: drops the old state if the page starts over, then stores the changes together with the cursor.
    public typealias Apply = @Sendable (_ page: FeedPage, _ cursor: FeedCursor) async throws -> Void

    public typealias ReadCursor = @Sendable () async throws -> FeedCursor?

    public typealias Ask = @Sendable (ReadFeed, MessageContext) async throws(BusError) -> FeedPage

    public let feed: FeedName
    private let start: Start
    private let pageSize: Int
    private let rest: Duration
    private let clock: any FeedClock
    private let ask: Ask
    private let apply: Apply
    private let stored: ReadCursor?
    private let report: @Sendable (any Error) -> Void
    private let progress: FeedProgress
    /// The last failure, and since when there have been only failures; nil after an applied answer.
    private let failing = Mutex<(cause: any Error, since: Duration)?>(nil)

    /// Creates a follower.
    /// - Parameters:
    ///   - rest: The pause after the follower has caught up.
    ///   - report: Called each time an answer or `apply` fails.
    ///   - stored: Reads the stored position, if several processes follow into one database. `apply` then skips a page
    ///     whose `base` is another cursor.
    public init(
        of feed: FeedName, from start: Start, pageSize: Int = 500, rest: Duration = .zero,
        clock: any FeedClock = ContinuousFeedClock(), report: @escaping @Sendable (any Error) -> Void = { _ in },
        stored: ReadCursor? = nil, ask: @escaping Ask, apply: @escaping Apply
    ) {
        (self.feed, self.start, self.pageSize, self.rest) = (feed, start, pageSize, rest)
        (self.clock, self.report, self.ask, self.apply, self.stored) = (clock, report, ask, apply, stored)
        if case .cursor(let cursor) = start { progress = FeedProgress(cursor) } else { progress = FeedProgress(nil) }
    }

    /// Creates a follower that asks `service` through `client`.
    public convenience init(
        of feed: FeedName, at service: ServiceName, through client: BusClient, from start: Start, pageSize: Int = 500,
        rest: Duration = .zero, clock: any FeedClock = ContinuousFeedClock(),
        report: @escaping @Sendable (any Error) -> Void = { _ in }, stored: ReadCursor? = nil, apply: @escaping Apply
    ) {
        self.init(
            of: feed, from: start, pageSize: pageSize, rest: rest, clock: clock, report: report, stored: stored,
            ask: { request, context async throws(BusError) in try await client.send(request, to: service, context) },
            apply: apply)
    }

    /// The current position; nil for a new follower before its first page.
    public var cursor: FeedCursor? { progress.cursor }

    /// The time since the request for the last applied answer; nil before the first answer. Once the follower has
    /// caught up, its state is at most this old.
    public var age: Duration? { progress.freshAt.map { clock.now - $0 } }

    /// Whether the last answer contained everything that was then in the feed.
    public var isCaughtUp: Bool { progress.isCaughtUp }

    /// Returns the last failure if every answer has failed for at least `time`; otherwise nil.
    public func failure(lasting time: Duration) -> (any Error)? {
        let now = clock.now
        return failing.withLock { failing in
            guard let failing, now - failing.since >= time else { return nil }
            return failing.cause
        }
    }

    /// Passes the next page to `apply` even if it has no changes, for a follower with work to do at the end of the
    /// feed. Callers that wait for the follower to catch up also wait for that page.
    public func applyNextPage() { progress.wantPage() }

    /// Follows until the task is cancelled.
    public func run() async {
        var pause = FeedFollower.shortestPause
        while !Task.isCancelled {
            do {
                let hasChanges = try await step()
                failing.withLock { $0 = nil }
                pause = FeedFollower.shortestPause
                if hasChanges, rest > .zero, progress.isCaughtUp { await progress.rest(atMost: rest, by: clock) }
            } catch {
                if Task.isCancelled { break }
                let now = clock.now
                failing.withLock { $0 = (error, $0?.since ?? now) }
                report(error)
                try? await clock.sleep(for: pause)
                pause = min(pause * 2, FeedFollower.maximumPause)
            }
        }
        progress.end()
    }

    private static let shortestPause = Duration.milliseconds(10)
    private static let maximumPause = Duration.milliseconds(500)
    /// The timeout of a request, well above the source's longest wait for changes.
    private static let timeout = Duration.seconds(5)

    /// Waits until the feed's current state is applied, and returns its position. Throws if the source does not answer,
    /// or the state is not applied within `timeout`.
    @discardableResult
    public func catchUp(within timeout: Duration) async throws(BusError) -> FeedCursor {
        let deadline = clock.now + timeout
        let page = try await ask(
            ReadFeed(feed: feed, epoch: progress.cursor?.epoch, after: nil, limit: 1),
            MessageContext(requestID: "feed-\(feed)", timeout: timeout))
        let mark = FeedCursor(epoch: page.epoch, sequence: page.highWater)
        try await catchUp(to: mark, within: deadline - clock.now)
        return mark
    }

    /// Whether everything up to `mark` is applied. False if the feed has another epoch: then perhaps only the beginning
    /// of a new state is applied.
    public func hasReached(_ mark: FeedCursor) -> Bool { progress.hasReached(mark) }

    /// Waits until everything up to `mark` is applied. Throws `timedOut`, `cancelled` with the task, and `closed` when
    /// `run` has ended. If the feed's epoch changes twice during the wait, it waits for the end of the feed.
    public func catchUp(to mark: FeedCursor, within timeout: Duration) async throws(BusError) {
        try await progress.wait(for: mark, atMost: timeout, by: clock)
    }

    private func step() async throws -> Bool {
        let held = progress.cursor
        let asked = clock.now
        if case .mark = start, held == nil { return try await begin(asked, startsOver: false) }
        var page = try await read(ReadFeed(feed: feed, epoch: held?.epoch, after: held?.sequence ?? 0, limit: pageSize))
        if stored != nil { page.base = held ?? .beginning }
        if case .mark = start, page.startsOver { return try await begin(asked, startsOver: true) }
        return try await receive(page, asked)
    }

    private func begin(_ asked: Duration, startsOver: Bool) async throws -> Bool {
        var page = try await read(ReadFeed(feed: feed, epoch: nil, after: nil, limit: 1))
        page.changes = []
        page.startsOver = startsOver
        return try await receive(page, asked)
    }

    private func receive(_ page: FeedPage, _ asked: Duration) async throws -> Bool {
        // A page without changes shows that the follower is at the end of the feed.
        let cursor = FeedCursor(epoch: page.epoch, sequence: page.changes.last?.sequence ?? page.highWater)
        let wanted = progress.wantedPages
        let hasChanges = page.startsOver || cursor != progress.cursor || wanted > 0
        if hasChanges {
            try await apply(page, cursor)
            if let stored, let other = try await stored(), other != cursor {
                // Another process has stored a newer position, so `apply` may have skipped this page. The next answer
                // shows where the feed ends.
                progress.advance(to: other, highWater: .max, asked)
                return true
            }
        }
        progress.advance(to: cursor, highWater: page.highWater, asked, applied: wanted)
        return hasChanges
    }

    private func read(_ request: ReadFeed) async throws(BusError) -> FeedPage {
        try await ask(request, MessageContext(requestID: "feed-\(feed)", timeout: FeedFollower.timeout))
    }
}
