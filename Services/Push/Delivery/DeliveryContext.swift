// What a delivery takes: rules, payloads, the way to the provider, and who writes down what became of it.

import Foundation
import Logging
import Models
import ServiceRuntime

/// What every worker works with.
struct DeliveryContext: Sendable {
    let store: PushStore
    let gateway: any PushGateway
    let sending: SendingRules
    let outcomes: OutcomeRules
    let payloads: PayloadCache
    let recorder: OutcomeRecorder
    let metrics: PushMetrics
    let clock: any WallClock
    let logger: Logger
    /// Whether this process may send now, and no other one does.
    var mayWork: @Sendable () -> Bool = { true }
    /// Counts what providers say, by app; nil for nobody who asks.
    var health: PushHealth?
    /// From 0 to 1.
    let chance: @Sendable () -> Double
    private let rateLimit = RateLimitedLog()

    /// How often a delivery is judged anew before it goes back into the queue.
    private static let judgements = 4

    /// Sends a delivery whose turn has come, if it is to be sent at all.
    ///
    /// - Parameter note: is told what the provider said before that is written down, from when on the delivery may be
    ///   taken again, and when the push left, if it did; it says what that means where it knows of others.
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
            let check = DeliverySendCheck(
                delivery, store.inFlight, by: sending, judged: result, at: now, clock: clock, mayWork: mayWork)
            let outcome = await outcome(of: delivery, token, check, isSilent: result == .sendSilently)
            if Task.isCancelled, !outcome.isRemembered {
                // The program is about to end. The delivery goes on with the next start, as if it had not been tried.
                recorder.abandon(delivery.place.number)
                return
            }
            guard case .outdated = outcome else {
                return recordOutcome(delivery, token, note(outcome, delivery, check.leftAt))
            }
            // Somebody has said something meanwhile; what was ended with that is not there any more.
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
            // Whatever it is, it is the same for all of an announcement.
            complain(
                .error, "a push was refused for a reason of ours; look at the configuration", delivery, token, reason)
        case .retry(_, let reason), .outage(_, let reason):
            complain(.notice, "a push has to be tried again", delivery, token, reason)
        case .failed(let reason, alarm: false), .removeToken(let reason, _), .tryOtherEnvironment(let reason):
            logger.info("a push did not arrive", metadata: metadata(delivery, token, reason))
        case .unanswered(let outcome), .lost(let outcome): log(outcome, delivery, token)
        case .expired, .outdated, .stopCredential, .waitForCredential, .unreachable: break
        }
    }

    /// Says of one push what goes for many, and how many that were since the last time.
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
            "announcement": .string(delivery.announcement.id.text), "provider": .string(token.provider.rawValue),
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
            urgency: Urgency(rendered.priority), collapseID: rendered.collapseID, check: check)
    }
}

extension DeliveryOutcome {
    /// Whether a program that ends remembers it too: that the push left, and how long the provider wants to be left alone.
    fileprivate var isRemembered: Bool {
        switch self {
        case .sent, .unanswered: true
        case .retry(let pause, _), .outage(let pause, _): pause != nil
        default: false
        }
    }
}
