import Foundation
import Logging
import Models
import ServiceRuntime

struct DeliveryContext: Sendable {
    let store: any QueueStore
    let gateway: any PushGateway
    let sending: SendingRules
    let outcomes: OutcomeRules
    let payloads: PayloadCache
    let recorder: OutcomeRecorder
    let metrics: PushMetrics
    let clock: any WallClock
    let logger: Logger
    /// Whether this process may send now. Only one process sends at a time.
    var mayWork: @Sendable () -> Bool = { true }
    var health: PushHealth?
    let chance: @Sendable () -> Double
    private let rateLimit = RateLimitedLog()

    /// The number of judgements of a delivery before it returns to the queue.
    private static let judgements = 4

    /// Sends the push unless the rules prevent it. `note` gets the provider's answer, and the time at which the push
    /// left, nil if it did not leave. It is called before the answer is recorded, because the delivery may be taken
    /// again afterwards. It returns the outcome, adjusted by what other deliveries show.
    func deliver(
        _ first: DueDelivery, noting note: (DeliveryOutcome, DueDelivery, _ leftAt: UnixTime?) -> DeliveryOutcome
    ) async {
        var delivery = first
        for _ in 0..<DeliveryContext.judgements {
            let now = clock.now()
            var quiet = QuietTime(at: now)
            let result = sending.result(on: delivery, at: now, &quiet)
            if var update = outcomes.update(of: delivery, after: result) {
                update.isHeld = update.state == .deferred && sending.isHeld(delivery)
                metrics.count(update, delivery.channel)
                recorder.record(update)
                return
            }
            guard let token = delivery.token else { return }
            delivery.gathered = sending.sendable(of: delivery, at: now, &quiet)
            let check = DeliverySendCheck(delivery, judged: result, at: now, by: self)
            let outcome = await outcome(of: delivery, token, check, isSilent: result == .sendSilently)
            if Task.isCancelled, !outcome.isRemembered {
                // The program is ending. The delivery continues after the next start, as if it had not been tried.
                recorder.abandon(delivery.place.number)
                return
            }
            guard case .outdated = outcome else {
                return recordOutcome(delivery, token, note(outcome, delivery, check.leftAt))
            }
            // Data has changed since the delivery was judged. A delivery that the change ended is not found here.
            guard let anew = try? await store.waiting(delivery.place.number, in: delivery.channel) else { break }
            delivery = anew
        }
        recorder.abandon(delivery.place.number)
    }

    private func recordOutcome(_ delivery: DueDelivery, _ token: DueToken, _ outcome: DeliveryOutcome) {
        let update = outcomes.update(of: delivery, after: outcome, at: clock.now(), chance: chance)
        log(outcome, delivery, token)
        health?.record(outcome, on: delivery.channel, topic: token.topic, at: clock.now())
        metrics.count(update, delivery.channel)
        recorder.record(update)
    }

    private func outcome(
        of delivery: DueDelivery, _ token: DueToken, _ check: DeliverySendCheck, isSilent: Bool
    ) async -> DeliveryOutcome {
        let rendered: RenderedPush
        do { rendered = try payloads.push(of: delivery, for: token, isSilent: isSilent) } catch {
            return .failed(reason: "no payload can be made", alarm: true)
        }
        return await gateway.send(OutgoingPush(rendered, delivery.id, to: token, check))
    }

    private func log(_ outcome: DeliveryOutcome, _ delivery: DueDelivery, _ token: DueToken) {
        switch outcome {
        case .sent:
            logger.debug("a push was sent", metadata: metadata(delivery, token))
        case .failed(let reason, alarm: true):
            // The reason applies to all deliveries of a notification, so it is logged as an error for operators.
            complain(
                .error, "a provider refused a push because of a setting of Balise; correct it as the reason says",
                delivery, token, reason)
        case .retry(_, let reason), .outage(_, let reason):
            complain(.notice, "a provider did not accept a push; push tries again", delivery, token, reason)
        case .failed(let reason, alarm: false), .removeToken(let reason, _), .tryOtherEnvironment(let reason):
            logger.info("a push did not arrive", metadata: metadata(delivery, token, reason))
        case .unanswered(let outcome), .lost(let outcome): log(outcome, delivery, token)
        case .expired, .outdated, .stopCredential, .waitForCredential, .unreachable: break
        }
    }

    /// Logs one line for many pushes. The line contains their number since the line before.
    private func complain(
        _ level: Logger.Level, _ message: Logger.Message, _ delivery: DueDelivery, _ token: DueToken, _ reason: String
    ) {
        var metadata = metadata(delivery, token, reason)
        if let count = rateLimit.record("\(message) \(delivery.channel) \(reason)", at: clock.now()) {
            metadata["pushes"] = .stringConvertible(count)
            logger.log(level: level, message, metadata: metadata)
        } else {
            logger.debug(message, metadata: metadata)
        }
    }

    private func metadata(_ delivery: DueDelivery, _ token: DueToken, _ reason: String? = nil) -> Logger.Metadata {
        var metadata: Logger.Metadata = [
            "notification": .string(delivery.notification.id.text), "provider": .string(token.provider.rawValue),
            "environment": .string(token.environment.rawValue), "delivery": .string(delivery.id.lowercase),
        ]
        metadata["reason"] = reason.map { .string($0) }
        return metadata
    }
}

extension OutgoingPush {
    fileprivate init(_ rendered: RenderedPush, _ id: UUID, to token: DueToken, _ check: any SendCheck) {
        self.init(
            id: id, provider: token.provider, token: token.token, environment: token.environment,
            isEnvironmentAssumed: token.isEnvironmentAssumed, purpose: token.purpose, pushType: rendered.pushType,
            topic: token.topic, payload: rendered.payload, android: rendered.android, expiresAt: rendered.expiresAt,
            priority: rendered.priority, collapseID: rendered.collapseID, check: check)
    }
}

extension DeliveryOutcome {
    /// Whether to record the outcome even at the end: the push has left, or the provider asks for a pause.
    fileprivate var isRemembered: Bool {
        switch self {
        case .sent, .unanswered: true
        case .retry(let pause, _), .outage(let pause, _): pause != nil
        default: false
        }
    }
}
