// Puts what happens on the bus into the log and the metrics.

public import CoreMetrics
public import Logging
public import MessageBus
import Models
import Synchronization

/// Puts what happens on the bus into the log and the metrics. Quick enough for the bus's own thread.
public final class BusEventLog: Sendable {
    private let logger: Logger
    private let isShuttingDown = Atomic(false)
    private let counters: [Kind: Counter]

    private enum Kind: String, CaseIterable {
        case handlerFailed = "handler_failed"
        case malformed
        case notPermitted = "not_permitted"
        case falseName = "false_name"
        case unknownKey = "unknown_key"
        case heldReactor = "held_reactor"
        case connected
        case disconnected
        case doesNotAnswer = "does_not_answer"
        case answersAgain = "answers_again"
        case repliesDropped = "replies_dropped"
    }

    /// Counts in `metrics` as `balise_bus_events_total` by kind.
    public init(_ logger: Logger, metrics: any MetricsFactory) {
        self.logger = logger
        counters = Dictionary(
            uniqueKeysWithValues: Kind.allCases.map { kind in
                let dimensions = [("kind", kind.rawValue)]
                return (kind, Counter(label: "balise_bus_events_total", dimensions: dimensions, factory: metrics))
            })
    }

    /// From now on services go because they were told to, which nobody needs to be warned of.
    public func noteShutdown() { isShuttingDown.store(true, ordering: .relaxed) }

    /// Logs and counts `event`.
    public func take(_ event: BusEvent) {
        switch event {
        case .handlerFailed(let service, let code, let requestID, let error):
            count(.handlerFailed)
            logger.error(
                "a handler failed",
                metadata: [
                    LogKey.requestID: .string(requestID), "service": .shown(service), "message": .shown(code),
                    "cause": .failure(error),
                ])
        case .malformedMessages(let count, let reason):
            self.count(.malformed, count)
            logger.warning(
                "unreadable messages arrived", metadata: ["count": .shown(count), "reason": .string(reason)])
        case .notPermitted(let service, let caller, let code):
            count(.notPermitted)
            logger.warning(
                "a message was refused",
                metadata: [
                    "service": .shown(service), "caller": .string(caller?.description ?? "unknown"),
                    "message": .shown(code),
                ])
        case .falseName(let service, let claimed, let key):
            count(.falseName)
            logger.warning(
                "a caller named itself otherwise than its key does",
                metadata: ["service": .shown(service), "claimed": .shown(claimed), "key": .string(key)])
        case .unknownKey(let address, let count):
            self.count(.unknownKey, count)
            logger.warning(
                "a connection with an unknown key was refused",
                metadata: ["address": .string(address), "count": .shown(count)])
        case .heldReactor(let code, let duration):
            count(.heldReactor)
            logger.debug(
                "the bus was held up",
                metadata: ["message": .string(code?.description ?? "unknown"), "duration": .string("\(duration)")])
        case .connected(let service):
            count(.connected)
            logger.info("connected", metadata: ["service": .shown(service)])
        case .disconnected(let service, let reason):
            count(.disconnected)
            let level: Logger.Level = isShuttingDown.load(ordering: .relaxed) ? .debug : .warning
            logger.log(
                level: level, "disconnected", metadata: ["service": .shown(service), "reason": .string(reason)])
        case .doesNotAnswer(let service):
            count(.doesNotAnswer)
            logger.warning(
                "a service does not answer; requests to it are refused until it does",
                metadata: ["service": .shown(service)])
        case .answersAgain(let service):
            count(.answersAgain)
            logger.notice("a service answers again", metadata: ["service": .shown(service)])
        case .repliesDropped(let count):
            self.count(.repliesDropped, count)
            logger.warning("replies were dropped", metadata: ["count": .shown(count)])
        }
    }

    private func count(_ kind: Kind, _ amount: Int = 1) { counters[kind]?.increment(by: amount) }
}
