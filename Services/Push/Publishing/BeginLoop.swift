import Logging
import Models
import ServiceRuntime
import Synchronization

/// Begins notifications whose time has come, including notifications of series. The audience is stored before the
/// deliveries are queued, so a crash in between does not change it.
final class BeginLoop: BeginsNotifications {
    private let store: any PublishingStore
    private let audience: AudienceResolver
    private let queue: any DeliversQueue
    private let check: BeginCheck
    /// The feeds' positions when each notification was accepted.
    private let marks = Mutex<[NotificationID: FeedMarks]>([:])
    private let clock: any WallClock
    private let logger: Logger
    private let rateLimit = RateLimitedLog()
    private static let portion = 100

    private let signals: AsyncStream<Void>
    private let signalContinuation: AsyncStream<Void>.Continuation

    init(
        store: any PublishingStore, audience: AudienceResolver, queue: any DeliversQueue, check: BeginCheck,
        clock: any WallClock, logger: Logger
    ) {
        self.store = store
        self.audience = audience
        self.queue = queue
        self.check = check
        self.clock = clock
        self.logger = logger
        (signals, signalContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func signal() { signalContinuation.yield() }

    func begin(_ notification: NotificationID, from marks: FeedMarks) {
        self.marks.withLock { $0[notification] = marks }
        signal()
    }

    func run() async {
        for await _ in signals {
            do { try await beginDue() } catch {
                if Task.isCancelled { return }
                guard rateLimit.record("wait", at: clock.now()) != nil else { continue }
                logger.warning(
                    "due notifications cannot begin; push tries again every half second",
                    metadata: ["cause": .failure(error)])
            }
        }
    }

    private func beginDue() async throws {
        // All marks are taken at once: a notification that is not due yet is resolved later, from a newer state.
        let marks = marks.withLock { marks in
            defer { marks = [:] }
            return marks
        }
        var failure: (any Error)?
        // A failure of the series must not stop the notifications.
        do {
            while try await store.beginSeries(limit: BeginLoop.portion, at: clock.now()), !Task.isCancelled {}
        } catch { failure = error }
        var isHeldUp = false
        for notification in try await store.unresolved(at: clock.now()) {
            // After a failure, this round serves only resolved notifications. The next round tries the rest.
            if isHeldUp, notification.decidedAt == nil { continue }
            defer { queue.signal(isMoreToCome: false) }
            do {
                if notification.decidedAt == nil {
                    guard try await mayBegin(notification) else { continue }
                    try await resolve(notification, from: marks[notification.id])
                }
                while try await store.queueNext(notification.number, at: clock.now()), !Task.isCancelled {
                    queue.signal(isMoreToCome: true)
                }
            } catch { (failure, isHeldUp) = (error, true) }
        }
        if let failure { throw failure }
    }

    /// Whether a scheduled notification may begin. Otherwise it is postponed or cancelled.
    private func mayBegin(_ notification: KeptNotification) async throws -> Bool {
        guard notification.state == .scheduled else { return true }
        guard try await !store.isOfRevokedKey(notification.number) else {
            try await refuse(notification, because: PushStore.keyRevoked)
            return false
        }
        let plan = try await store.plan(of: notification.number)
        switch check.judge(notification, by: plan, at: clock.now()) {
        case .begins: return true
        case .isPutOff(let begin): try await store.putOff(notification.number, until: begin)
        case .isRefused(let reason): try await refuse(notification, because: reason)
        }
        return false
    }

    private func refuse(_ notification: KeptNotification, because reason: String) async throws {
        try await store.refuse(notification.number, because: reason)
        logger.warning(
            "push cancelled a scheduled notification, because its publisher may no longer send it",
            metadata: ["notification": .string(notification.id.text), "cause": .string(reason)])
    }

    /// Resolves the audience of a notification.
    /// - Parameter marks: The feeds' positions when the notification was accepted; nil if an earlier process did.
    private func resolve(_ notification: KeptNotification, from marks: FeedMarks?) async throws {
        let count: Int
        if notification.isLocal {
            let found = try await audience.resolve(notification.query, from: marks)
            count = try await store.recordLocalAudience(of: notification.number, found.recipients, at: found.at)
        } else {
            var found = ResolvedAudience(recipients: [], withdrawals: 0, at: clock.now())
            if notification.endsAt > found.at { found = try await audience.resolve(notification.query, from: marks) }
            let barred = try await store.recordAudience(
                of: notification.number, found.recipients, after: found.withdrawals, at: found.at)
            if let barred {
                logger.warning(
                    "push cancelled a scheduled notification, because its publisher cancelled too many around its place",
                    metadata: ["notification": .string(notification.id.text), "publisher": .string(barred.text)])
                return
            }
            count = found.recipients.count
        }
        logger.info(
            "the recipients of a notification are found",
            metadata: ["notification": .string(notification.id.text), "recipients": .stringConvertible(count)])
    }
}

/// Checks a notification again at its begin. Settings may have changed, and the key's rate limit applies now.
struct BeginCheck: Sendable {
    enum Judgement: Hashable, Sendable {
        case begins
        case isPutOff(until: UnixTime)
        /// The notification must not begin. The text is for its publisher.
        case isRefused(because: String)
    }

    let publishing: PublishingRules
    let rates: PublishingRates

    func judge(_ notification: KeptNotification, by plan: NotificationPlan?, at now: UnixTime) -> Judgement {
        // Without a plan nothing is checked. An expired notification sends nothing, so it does not count.
        guard let plan, notification.endsAt > now || notification.isLocal else { return .begins }
        do throws(ServiceError) {
            try publishing.check(
                kind: notification.query.kind.name, notification.query.expression, by: plan.limits,
                isOperator: plan.isOperator)
        } catch { return .isRefused(because: error.message) }
        guard let limit = plan.limits?.perMinute, let wait = rates.take(plan.apiKey, perMinute: limit, at: now) else {
            return .begins
        }
        return .isPutOff(until: now.adding(seconds: Int64(wait)))
    }
}
