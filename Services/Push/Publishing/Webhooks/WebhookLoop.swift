import Foundation
import Logging
import Models
import ServiceRuntime
import Synchronization

/// Posts the events of webhooks. Each publisher has its own task: a silent receiver delays no other publisher.
final class WebhookLoop: Sendable {
    static let timeout = Duration.seconds(10)
    private static let portion = 200

    private let store: any PublishingStore
    private let clock: any WallClock
    private let logger: Logger
    private let pause: @Sendable (Duration) async throws -> Void
    private let web: WebClient
    /// For tests, which end before the operator's call does.
    private let testing = WebClient(timeout: .seconds(4), largestBody: nil, triesOnce: true)
    private let busy = Mutex<Set<PublisherID>>([])

    init(
        store: any PublishingStore, clock: any WallClock, logger: Logger, timeout: Duration = WebhookLoop.timeout,
        pause: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.store = store
        self.clock = clock
        self.logger = logger
        self.pause = pause
        web = WebClient(timeout: timeout, largestBody: nil, triesOnce: true)
    }

    func run() async {
        var gatheredAt = clock.now()
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                do throws(PushStoreError) {
                    while try await store.queueSentEvents(limit: WebhookLoop.portion, at: clock.now()) {}
                    if clock.now() >= gatheredAt.adding(seconds: WebhookRules.gathering) {
                        gatheredAt = clock.now()
                        while try await store.queueGatheredEvents(limit: WebhookLoop.portion, at: clock.now()) {}
                    }
                    for publisher in try await store.publishersWithEvents(at: clock.now())
                    where busy.withLock({ $0.insert(publisher).inserted }) {
                        group.addTask {
                            await self.post(to: publisher)
                            self.busy.withLock { _ = $0.remove(publisher) }
                        }
                    }
                } catch {
                    logger.warning(
                        "webhook events cannot be read or stored; check the database",
                        metadata: ["cause": .failure(error)])
                }
                do { try await pause(.seconds(2)) } catch { break }
            }
            group.cancelAll()
        }
        await web.close()
        await testing.close()
    }

    /// Posts the due events in order. Ends after the first event that fails, because later events must not overtake it.
    private func post(to publisher: PublisherID) async {
        do throws(PushStoreError) {
            while !Task.isCancelled, let (event, target) = try await store.nextEvent(of: publisher, at: clock.now()) {
                let (delivery, problem) = await deliver(event, to: target, over: web)
                guard let failure = problem else {
                    try await store.recordPosted(event, delivery, to: publisher)
                    continue
                }
                // An attempt interrupted by the end of the program does not count.
                guard !Task.isCancelled else { return }
                let next =
                    failure.isFinal
                    ? nil : WebhookRules.next(after: event.attempts + 1, of: event, at: clock.now())
                if next == nil {
                    logger.warning(
                        "a webhook event has failed for good; its publisher can retry it",
                        metadata: ["publisher": .string(publisher.text), "reason": .string(failure.reason)])
                }
                try await store.recordNotPosted(event, delivery, failure.reason, to: publisher, next: next)
                return
            }
        } catch {
            logger.warning(
                "webhook events cannot be read or stored; check the database", metadata: ["cause": .failure(error)])
        }
    }

    /// Posts an event without a place in the queue, once.
    func test(_ event: DueWebhookEvent, to target: WebhookTable.Target) async -> WebhookDelivery {
        await deliver(event, to: target, over: testing).delivery
    }

    private typealias Failure = (reason: String, isFinal: Bool)

    private func deliver(
        _ event: DueWebhookEvent, to target: WebhookTable.Target, over web: WebClient
    ) async -> (delivery: WebhookDelivery, failure: Failure?) {
        let begun = ContinuousClock.now
        let failure = await post(event, to: target, over: web)
        let took = Int((ContinuousClock.now - begun) / .milliseconds(1))
        let delivery = WebhookDelivery(
            id: event.id, type: event.type, at: clock.now(), milliseconds: took, problem: failure?.reason)
        return (delivery, failure)
    }

    private func post(
        _ event: DueWebhookEvent, to target: WebhookTable.Target, over web: WebClient
    ) async -> Failure? {
        guard let url = URL(string: target.url), let key = try? Webhook.key(target.secret) else {
            return ("the address or the secret cannot be read; set them again", true)
        }
        let status: Int
        do throws(WebClient.Failure) {
            status = try await web.post(
                Array(event.body.utf8), as: "application/json", to: url,
                headers: WebhookRules.headers(of: event, signedWith: key, at: clock.now())
            ).status
        } catch {
            return (error.description, false)
        }
        if (200..<300).contains(status) { return nil }
        // With status 410 the receiver says that it wants no further events, so this event is not tried again.
        return ("status \(status)", status == 410)
    }
}
