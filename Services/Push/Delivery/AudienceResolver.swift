// Finds out who hears of each announcement, and queues it for them.

import Logging
import Models
import ServiceRuntime
import Synchronization

/// Finds out who hears of each announcement, and queues it for them, the nearest first. What it has found out is stored
/// before anything is queued, so that a crash in between changes nothing about it.
final class AudienceResolver: Sendable {
    private let store: PushStore
    private let audience: AudienceProjection
    private let catchUp: @Sendable () async throws(ServiceError) -> FeedMarks
    private let haveReached: @Sendable (FeedMarks) -> Bool
    private let begin: BeginCheck
    /// How far the feeds were followed for what has just been taken on.
    private let marks = Mutex<[AnnouncementID: FeedMarks]>([:])
    private let clock: any WallClock
    private let logger: Logger
    private let queued: @Sendable (_ isMoreToCome: Bool) -> Void
    private let rateLimit = RateLimitedLog()
    /// How many series are looked at together.
    private static let portion = 100

    private let signals: AsyncStream<Void>
    private let signalContinuation: AsyncStream<Void>.Continuation

    /// - Parameters:
    ///   - begin: whether what was for later may begin.
    ///   - catchUp: returns when everything counts that people had said before, and says how far that is.
    ///   - haveReached: whether everything counts up to there.
    ///   - queued: called when a portion of an announcement can be sent, and with false when there are no more.
    init(
        store: PushStore, audience: AudienceProjection, begin: BeginCheck, clock: any WallClock, logger: Logger,
        catchUp: @escaping @Sendable () async throws(ServiceError) -> FeedMarks,
        haveReached: @escaping @Sendable (FeedMarks) -> Bool,
        queued: @escaping @Sendable (_ isMoreToCome: Bool) -> Void
    ) {
        self.store = store
        self.audience = audience
        self.begin = begin
        self.catchUp = catchUp
        self.haveReached = haveReached
        self.clock = clock
        self.logger = logger
        self.queued = queued
        (signals, signalContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Looks for what is to be resolved, soon.
    func signal() { signalContinuation.yield() }

    /// Resolves soon the audience of an announcement that has been taken on with the feeds followed so far.
    func resolve(_ announcement: AnnouncementID, from marks: FeedMarks) {
        self.marks.withLock { $0[announcement] = marks }
        signal()
    }

    /// Resolves until its task is cancelled.
    func run() async {
        for await _ in signals {
            do { try await resolveDue() } catch {
                if Task.isCancelled { return }
                guard rateLimit.record("wait", at: clock.now()) != nil else { continue }
                logger.warning("announcements wait to be decided", metadata: ["cause": .failure(error)])
            }
        }
    }

    private func resolveDue() async throws {
        // All of them at once: what is not resolved now, since its time has not come, is resolved from a later state.
        let marks = marks.withLock { marks in
            defer { marks = [:] }
            return marks
        }
        var failure: (any Error)?
        // What waits is resolved whatever hinders the series.
        let hindrance = await beginSeries()
        for announcement in try await store.unresolved(at: clock.now()) {
            // What is resolved does not wait for what cannot be, which the next round looks at again.
            if failure != nil, announcement.resolvedAt == nil { continue }
            defer { queued(false) }
            do {
                if announcement.resolvedAt == nil {
                    guard try await mayBegin(announcement) else { continue }
                    try await resolve(announcement, from: marks[announcement.id])
                }
                while try await store.queueNext(announcement.number, at: clock.now()), !Task.isCancelled {
                    queued(true)
                }
            } catch { failure = error }
        }
        if let failure = failure ?? hindrance { throw failure }
    }

    /// Makes notifications of the series whose time has come; gives why that cannot be.
    private func beginSeries() async -> (any Error)? {
        do {
            while try await store.beginSeries(limit: AudienceResolver.portion, at: clock.now()), !Task.isCancelled {}
            return nil
        } catch { return error }
    }

    /// Finds those for whom it is the time by their own clock at which they are to be told.
    private func resolveLocal(_ announcement: PendingAudience, from marks: FeedMarks?) async throws {
        if marks.map(haveReached) != true { _ = try await catchUp() }
        let numbers = try await store.numbers(of: announcement.query.expression.accounts)
        let now = clock.now()
        let (recipients, _) = audience.resolve(announcement.query, naming: numbers, at: now)
        let count = try await store.recordLocalAudience(of: announcement.number, recipients, at: now)
        logger.info(
            "it is decided who hears of a notification by their own time",
            metadata: [
                "announcement": .string(announcement.id.text), "recipients": .stringConvertible(count),
            ])
    }

    /// Judges what was for later again; what may not begin is put off or cancelled.
    private func mayBegin(_ announcement: PendingAudience) async throws -> Bool {
        guard announcement.state == .scheduled else { return true }
        guard try await !store.isOfRevokedKey(announcement.number) else {
            try await refuse(announcement, because: PushStore.keyRevoked)
            return false
        }
        let plan = try await store.plan(of: announcement.number)
        switch begin.judge(announcement, by: plan, at: clock.now()) {
        case .begins: return true
        case .isPutOff(let begin): try await store.putOff(announcement.number, until: begin)
        case .isRefused(let reason): try await refuse(announcement, because: reason)
        }
        return false
    }

    private func refuse(_ announcement: PendingAudience, because reason: String) async throws {
        try await store.refuse(announcement.number, because: reason)
        logger.warning(
            "a notification for later is cancelled; its publisher may not send it any more",
            metadata: ["announcement": .string(announcement.id.text), "cause": .string(reason)])
    }

    /// - Parameter marks: how far the feeds were followed when it was taken on; nil when that was a while ago.
    private func resolve(_ announcement: PendingAudience, from marks: FeedMarks?) async throws {
        if announcement.isLocal { return try await resolveLocal(announcement, from: marks) }
        var recipients: [ResolvedRecipient] = []
        var withdrawals: Int64 = 0
        var resolvedAt = clock.now()
        if announcement.endsAt > clock.now() {
            // What its publisher waited for need not be asked for again while it still counts.
            if marks.map(haveReached) != true { _ = try await catchUp() }
            let numbers = try await store.numbers(of: announcement.query.expression.accounts)
            // What people say from now on is not in it.
            resolvedAt = clock.now()
            (recipients, withdrawals) = audience.resolve(announcement.query, naming: numbers, at: resolvedAt)
        }
        let barred = try await store.recordAudience(
            of: announcement.number, recipients, after: withdrawals, at: resolvedAt)
        if let barred {
            logger.warning(
                "an announcement for later is cancelled; its publisher took back too many around its place",
                metadata: ["announcement": .string(announcement.id.text), "publisher": .string(barred.text)])
            return
        }
        logger.info(
            "it is decided who hears of an announcement",
            metadata: [
                "announcement": .string(announcement.id.text), "recipients": .stringConvertible(recipients.count),
            ])
    }
}
