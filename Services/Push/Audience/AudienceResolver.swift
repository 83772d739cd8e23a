import Logging
import Models
import ServiceRuntime
import Synchronization

/// Queues the deliveries of a notification, nearest first. The audience is stored before, so a crash in between does not
/// change it.
final class AudienceResolver: ResolvesAudiences {
    private let store: PushStore
    private let audience: AudienceProjection
    private let feeds: any AppliedFeeds
    private let queue: any DeliversQueue
    private let begin: BeginCheck
    /// The feeds' positions when a notification was accepted.
    private let marks = Mutex<[NotificationID: FeedMarks]>([:])
    private let clock: any WallClock
    private let logger: Logger
    private let rateLimit = RateLimitedLog()
    private static let portion = 100

    private let signals: AsyncStream<Void>
    private let signalContinuation: AsyncStream<Void>.Continuation

    init(
        store: PushStore, audience: AudienceProjection, feeds: any AppliedFeeds, queue: any DeliversQueue,
        begin: BeginCheck, clock: any WallClock, logger: Logger
    ) {
        self.store = store
        self.audience = audience
        self.feeds = feeds
        self.queue = queue
        self.begin = begin
        self.clock = clock
        self.logger = logger
        (signals, signalContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func signal() { signalContinuation.yield() }

    func resolve(_ notification: NotificationID, from marks: FeedMarks) {
        self.marks.withLock { $0[notification] = marks }
        signal()
    }

    func run() async {
        for await _ in signals {
            do { try await resolveDue() } catch {
                if Task.isCancelled { return }
                guard rateLimit.record("wait", at: clock.now()) != nil else { continue }
                logger.warning("notifications wait to be decided", metadata: ["cause": .failure(error)])
            }
        }
    }

    private func resolveDue() async throws {
        // All marks are taken at once: a notification that is not due yet is resolved later, from a newer state.
        let marks = marks.withLock { marks in
            defer { marks = [:] }
            return marks
        }
        var failure: (any Error)?
        // A failure of the series must not stop the notifications.
        let hindrance = await beginSeries()
        for notification in try await store.unresolved(at: clock.now()) {
            // Resolved notifications do not wait for those that cannot be resolved; the next round tries these again.
            if failure != nil, notification.resolvedAt == nil { continue }
            defer { queue.signal(isMoreToCome: false) }
            do {
                if notification.resolvedAt == nil {
                    guard try await mayBegin(notification) else { continue }
                    try await resolve(notification, from: marks[notification.id])
                }
                while try await store.queueNext(notification.number, at: clock.now()), !Task.isCancelled {
                    queue.signal(isMoreToCome: true)
                }
            } catch { failure = error }
        }
        if let failure = failure ?? hindrance { throw failure }
    }

    private func beginSeries() async -> (any Error)? {
        do {
            while try await store.beginSeries(limit: AudienceResolver.portion, at: clock.now()), !Task.isCancelled {}
            return nil
        } catch { return error }
    }

    private func resolveLocal(_ notification: PendingAudience, from marks: FeedMarks?) async throws {
        if marks.map({ feeds.haveReached($0) }) != true { _ = try await feeds.catchUp() }
        let numbers = try await store.numbers(of: notification.query.expression.accounts)
        let now = clock.now()
        let (recipients, _) = audience.resolve(notification.query, naming: numbers, at: now)
        let count = try await store.recordLocalAudience(of: notification.number, recipients, at: now)
        logger.info(
            "it is decided who hears of a notification by their own time",
            metadata: [
                "notification": .string(notification.id.text), "recipients": .stringConvertible(count),
            ])
    }

    /// A scheduled notification that may not begin is postponed or cancelled.
    private func mayBegin(_ notification: PendingAudience) async throws -> Bool {
        guard notification.state == .scheduled else { return true }
        guard try await !store.isOfRevokedKey(notification.number) else {
            try await refuse(notification, because: PushStore.keyRevoked)
            return false
        }
        let plan = try await store.plan(of: notification.number)
        switch begin.judge(notification, by: plan, at: clock.now()) {
        case .begins: return true
        case .isPutOff(let begin): try await store.putOff(notification.number, until: begin)
        case .isRefused(let reason): try await refuse(notification, because: reason)
        }
        return false
    }

    private func refuse(_ notification: PendingAudience, because reason: String) async throws {
        try await store.refuse(notification.number, because: reason)
        logger.warning(
            "a notification for later is cancelled; its publisher may not send it any more",
            metadata: ["notification": .string(notification.id.text), "cause": .string(reason)])
    }

    /// - Parameter marks: When it was accepted; nil if that was earlier than this process.
    private func resolve(_ notification: PendingAudience, from marks: FeedMarks?) async throws {
        if notification.isLocal { return try await resolveLocal(notification, from: marks) }
        var recipients: [ResolvedRecipient] = []
        var withdrawals: Int64 = 0
        var resolvedAt = clock.now()
        if notification.endsAt > clock.now() {
            // The request has already waited for the feeds; a second wait is needed only if they restarted.
            if marks.map({ feeds.haveReached($0) }) != true { _ = try await feeds.catchUp() }
            let numbers = try await store.numbers(of: notification.query.expression.accounts)
            // Later changes are not included.
            resolvedAt = clock.now()
            (recipients, withdrawals) = audience.resolve(notification.query, naming: numbers, at: resolvedAt)
        }
        let barred = try await store.recordAudience(
            of: notification.number, recipients, after: withdrawals, at: resolvedAt)
        if let barred {
            logger.warning(
                "a notification for later is cancelled; its publisher took back too many around its place",
                metadata: ["notification": .string(notification.id.text), "publisher": .string(barred.text)])
            return
        }
        logger.info(
            "it is decided who hears of a notification",
            metadata: [
                "notification": .string(notification.id.text), "recipients": .stringConvertible(recipients.count),
            ])
    }
}
