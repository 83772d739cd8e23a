// The follower's side of a feed: asks what changed, applies it, and asks again.

public import Models
import Synchronization

/// Follows a feed of another service.
///
/// Asks for one page after the other and hands each to `apply`, which stores its changes and the cursor in one
/// transaction; a follower that is killed goes on from the cursor it stored. It starts over when the source says so. A
/// page of another epoch that does not say so continues from the cursor, since the source knows the cursor in both
/// epochs. While the source is away the follower asks again, ever more slowly, at least twice a second.
///
/// A follower may rest after a page that held all changes there were: what changes meanwhile comes in one page. A
/// change after a quiet time is sent at once, and a caller that waits for the follower to catch up ends the rest.
public final class FeedFollower: Sendable {
    /// Where a follower begins.
    public enum Start: Sendable {
        /// It holds the state up to this cursor; nil for a new one, which gets the whole state.
        case cursor(FeedCursor?)
        /// It needs changes and no state, so it begins where the feed stands now. When the feed starts over, it gets an
        /// empty page that says so, and begins where the feed stands then.
        case mark
    }

    /// Applies a page: drops what it holds when the page starts over, then stores the changes and the cursor together.
    public typealias Apply = @Sendable (_ page: FeedPage, _ cursor: FeedCursor) async throws -> Void

    /// Reads how far what is stored has come.
    public typealias ReadCursor = @Sendable () async throws -> FeedCursor?

    /// Sends a request to the source.
    public typealias Ask = @Sendable (ReadFeed, MessageContext) async throws(BusError) -> FeedPage

    /// The feed that it follows.
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
    /// The latest failure, and when the first of those in a row was; nil once an answer has been applied.
    private let failing = Mutex<(cause: any Error, since: Duration)?>(nil)

    /// A follower that asks with `ask`; `run` makes it go.
    ///
    /// - Parameters:
    ///   - pageSize: the most changes wanted in one page.
    ///   - rest: how long it rests once it has caught up.
    ///   - report: told each time an answer or `apply` fails.
    ///   - stored: where several processes follow into one database, reads how far they have come. `apply` then leaves
    ///     out a page whose `base` is another cursor, and the follower goes on from the stored one.
    public init(
        of feed: FeedName, from start: Start, pageSize: Int = 500, rest: Duration = .zero,
        clock: any FeedClock = ContinuousFeedClock(), report: @escaping @Sendable (any Error) -> Void = { _ in },
        stored: ReadCursor? = nil, ask: @escaping Ask, apply: @escaping Apply
    ) {
        self.feed = feed
        self.start = start
        self.pageSize = pageSize
        self.rest = rest
        self.clock = clock
        self.report = report
        self.ask = ask
        self.apply = apply
        self.stored = stored
        if case .cursor(let cursor) = start { progress = FeedProgress(cursor) } else { progress = FeedProgress(nil) }
    }

    /// A follower that asks `service` through `client`.
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

    /// How far it has come; nil before the first page.
    public var cursor: FeedCursor? { progress.cursor }

    /// How long ago the question was asked whose answer is the latest one applied; nil before the first. What it holds
    /// is at most this old once it has caught up.
    public var age: Duration? { progress.freshAt.map { clock.now - $0 } }

    /// Whether it had everything that the feed had when the latest answer was made.
    public var isCaughtUp: Bool { progress.isCaughtUp }

    /// Why it has not come on for at least `time`; nil when it has.
    public func failure(lasting time: Duration) -> (any Error)? {
        let now = clock.now
        return failing.withLock { failing in
            guard let failing, now - failing.since >= time else { return nil }
            return failing.cause
        }
    }

    /// Makes the next page go to `apply` even when it has no changes, for a follower that has work to do at the end of
    /// the feed. Whoever waits until the follower has caught up waits for that page too.
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
                // Cancelled while asleep: the loop ends.
                try? await clock.sleep(for: pause)
                pause = min(pause * 2, FeedFollower.maximumPause)
            }
        }
        progress.end()
    }

    private static let shortestPause = Duration.milliseconds(10)
    private static let maximumPause = Duration.milliseconds(500)
    /// Well over what a source waits for news.
    private static let timeout = Duration.seconds(5)

    /// Waits until everything that the feed has now is applied, and gives how far that is; throws when the source does
    /// not say it, or when it is not applied within `timeout`.
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

    /// Whether everything up to `mark` is applied. False as soon as the feed has another epoch: what is applied then
    /// may be the beginning of a state that is read anew.
    public func hasReached(_ mark: FeedCursor) -> Bool { progress.hasReached(mark) }

    /// Waits until everything up to `mark` is applied; throws `timedOut` when that takes longer than `timeout`,
    /// `cancelled` when the task is, and `closed` when `run` has ended.
    ///
    /// A feed that meanwhile has yet another epoch is waited for until it has been read as far as it goes.
    public func catchUp(to mark: FeedCursor, within timeout: Duration) async throws(BusError) {
        try await progress.wait(for: mark, atMost: timeout, by: clock)
    }

    /// Asks once and applies the answer; whether there was something to apply.
    private func step() async throws -> Bool {
        let held = progress.cursor
        let asked = clock.now
        if case .mark = start, held == nil { return try await begin(asked, startsOver: false) }
        var page = try await read(
            ReadFeed(feed: feed, epoch: held?.epoch, after: held?.sequence ?? 0, limit: pageSize))
        if stored != nil { page.base = held ?? .beginning }
        if case .mark = start, page.startsOver { return try await begin(asked, startsOver: true) }
        return try await receive(page, asked)
    }

    /// Begins where the feed stands now.
    private func begin(_ asked: Duration, startsOver: Bool) async throws -> Bool {
        var page = try await read(ReadFeed(feed: feed, epoch: nil, after: nil, limit: 1))
        page.changes = []
        page.startsOver = startsOver
        return try await receive(page, asked)
    }

    private func receive(_ page: FeedPage, _ asked: Duration) async throws -> Bool {
        // A page without changes is as far as the feed goes.
        let cursor = FeedCursor(epoch: page.epoch, sequence: page.changes.last?.sequence ?? page.highWater)
        let wanted = progress.wantedPages
        let hasChanges = page.startsOver || cursor != progress.cursor || wanted > 0
        if hasChanges {
            try await apply(page, cursor)
            if let stored, let other = try await stored(), other != cursor {
                // What another process has stored counts, and this page may have been left out. How far the feed goes
                // behind it the next answer says.
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
