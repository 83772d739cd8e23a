// What waits for a credential that does not count, topic by topic.

import Logging
import Models
import ServiceRuntime
import Synchronization

/// Holds up the pushes of a topic whose credential is refused, and lets one through now and then; all others pass.
final class CredentialGates: Sendable {
    /// A topic, with the credential and the environment that its pushes use.
    struct Gate: Hashable, Sendable {
        var route: APNsRoutes.Route
        /// As it is sent.
        var topic: String
    }

    private struct Closing {
        var since: UnixTime
        var until: UnixTime
        var reason: String
    }

    /// How long a gate is closed between two tries, in seconds.
    private static let pause = DeliveryStop.secondsBetweenTries

    private let clock: any WallClock
    private let logger: Logger
    private let closings = Mutex([Gate: Closing]())

    init(clock: any WallClock, logger: Logger) {
        self.clock = clock
        self.logger = logger
    }

    /// What becomes of a push that is not to be tried now; nil for one that is.
    func wait(at gate: Gate) -> DeliveryOutcome? {
        let now = clock.now()
        return closings.withLock { closings in
            guard let closing = closings[gate] else { return nil }
            if closing.until > now { return CredentialGates.wait(closing, now) }
            // One tries for all.
            closings[gate]?.until = now.adding(seconds: CredentialGates.pause)
            return nil
        }
    }

    /// What became of a push that was tried: a refused credential closes its gate, and whatever else Apple says of the
    /// push opens it.
    func pass(_ gate: Gate, _ outcome: DeliveryOutcome) -> DeliveryOutcome {
        switch outcome {
        case .unanswered(let inner): return .unanswered(pass(gate, inner))
        case .lost(let inner): return .lost(pass(gate, inner))
        case .stopCredential(let reason): return close(gate, reason)
        case .sent, .failed, .removeToken, .tryOtherEnvironment: open(gate)
        case .retry, .outage, .waitForCredential, .unreachable, .expired, .outdated: break
        }
        return outcome
    }

    /// What an operator has to know; nil while all gates are open.
    func note(at now: UnixTime) -> String? {
        let lines = closings.withLock { closings in
            closings.map { gate, closing in
                let seconds = max(0, (now.rawValue - closing.since.rawValue) / 1000)
                return "\(gate.topic) (\(gate.route.environment.rawValue)) is sent nothing since \(seconds) s: its "
                    + "credential is refused (\(closing.reason)); set it right"
            }
        }
        return lines.isEmpty ? nil : lines.sorted().joined(separator: "; ")
    }

    private func close(_ gate: Gate, _ reason: String) -> DeliveryOutcome {
        let now = clock.now()
        let (closing, isNews) = closings.withLock { closings in
            let former = closings[gate]
            let closing = Closing(
                since: former?.since ?? now, until: now.adding(seconds: CredentialGates.pause), reason: reason)
            closings[gate] = closing
            return (closing, former?.reason != reason)
        }
        if isNews {
            logger.error(
                "the credential of an app is refused; what waits for it is kept, and other apps go on",
                metadata: metadata(gate, reason))
        }
        return CredentialGates.wait(closing, now)
    }

    private func open(_ gate: Gate) {
        guard let closing = closings.withLock({ $0.removeValue(forKey: gate) }) else { return }
        logger.notice("the credential of an app counts again", metadata: metadata(gate, closing.reason))
    }

    private static func wait(_ closing: Closing, _ now: UnixTime) -> DeliveryOutcome {
        .waitForCredential(
            .milliseconds(max(0, closing.until.rawValue - now.rawValue)), reason: closing.reason)
    }

    private func metadata(_ gate: Gate, _ reason: String) -> Logger.Metadata {
        [
            "topic": .string(gate.topic), "environment": .string(gate.route.environment.rawValue),
            "app": .string(gate.route.app ?? "push.apns"), "reason": .string(reason),
        ]
    }
}
