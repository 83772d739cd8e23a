// Finds out who hears of each announcement, and queues it for them.

import Logging
import Models
import ServiceRuntime

/// Finds out who hears of each announcement, and queues it for them, the nearest first. What it has found out is stored before
/// anything is queued, so that a crash in between changes nothing about it.
final class Decider: Sendable {
    private let store: any PushStore
    private let audience: AudienceBoard
    private let catchUp: @Sendable () async throws(ServiceError) -> Void
    private let clock: any WallClock
    private let logger: Logger
    private let queued: @Sendable () -> Void
    private let wakes: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation

    /// - Parameters:
    ///   - catchUp: returns when everything counts that people had said before.
    ///   - queued: called when there is something to send.
    init(
        store: any PushStore, audience: AudienceBoard, clock: any WallClock, logger: Logger,
        catchUp: @escaping @Sendable () async throws(ServiceError) -> Void, queued: @escaping @Sendable () -> Void
    ) {
        self.store = store
        self.audience = audience
        self.catchUp = catchUp
        self.clock = clock
        self.logger = logger
        self.queued = queued
        (wakes, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Looks for what is to be decided, soon.
    func wake() { waker.yield() }

    /// Decides until its task is cancelled.
    func run() async {
        for await _ in wakes {
            do { try await decideDue() } catch {
                if Task.isCancelled { return }
                logger.warning("announcements wait to be decided", metadata: ["cause": .failure(error)])
            }
        }
    }

    private func decideDue() async throws {
        for announcement in try store.undecided(at: clock.now()) {
            if announcement.decidedAt == nil { try await decide(announcement) }
            while try await store.queueNext(announcement.number, at: clock.now()), !Task.isCancelled { queued() }
            queued()
        }
    }

    private func decide(_ announcement: KeptAnnouncement) async throws {
        let record = announcement.record
        var recipients: [DecidedRecipient] = []
        if announcement.endsAt > clock.now() {
            try await catchUp()
            recipients = audience.decide(Interest(record.announcement), at: clock.now())
        }
        try await store.decide(announcement.number, recipients, at: clock.now())
        logger.info(
            "it is decided who hears of an announcement",
            metadata: ["announcement": .string(record.id.text), "recipients": .stringConvertible(recipients.count)])
    }
}
