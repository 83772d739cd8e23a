import Logging
import Models
import ServiceRuntime
import Synchronization

/// Holds back a topic's pushes after a refusal, and lets one through now and then as a trial. Other topics continue.
final class CredentialCircuitBreaker: Sendable {
    struct Circuit: Hashable, Sendable {
        var route: APNsRoutes.Route
        var topic: String
    }

    private struct Interruption {
        var since: UnixTime
        var nextTrial: UnixTime
        var reason: String
    }

    /// The pause after a trial, in seconds.
    private static let pause = DeliveryStop.secondsBetweenTries

    private let clock: any WallClock
    private let logger: Logger
    private let interruptions = Mutex([Circuit: Interruption]())

    init(clock: any WallClock, logger: Logger) {
        self.clock = clock
        self.logger = logger
    }

    func wait(on circuit: Circuit) -> DeliveryOutcome? {
        let now = clock.now()
        return interruptions.withLock { interruptions in
            guard let interruption = interruptions[circuit] else { return nil }
            if interruption.nextTrial > now { return CredentialCircuitBreaker.wait(interruption, now) }
            // This push is the trial; the others keep waiting.
            interruptions[circuit]?.nextTrial = now.adding(seconds: CredentialCircuitBreaker.pause)
            return nil
        }
    }

    /// Records an outcome, and returns the outcome to use. A refused credential interrupts the circuit. An answer about
    /// the push or its token restores it, because the provider has then accepted the credential.
    func record(_ outcome: DeliveryOutcome, on circuit: Circuit) -> DeliveryOutcome {
        switch outcome {
        case .unanswered(let inner): return .unanswered(record(inner, on: circuit))
        case .lost(let inner): return .lost(record(inner, on: circuit))
        case .stopCredential(let reason): return interrupt(circuit, reason)
        case .sent, .failed, .removeToken, .tryOtherEnvironment: restore(circuit)
        case .retry, .outage, .waitForCredential, .unreachable, .expired, .outdated: break
        }
        return outcome
    }

    /// The interrupted circuits, as a text for operators; nil while no circuit is interrupted.
    var note: String? {
        let lines = interruptions.withLock { interruptions in
            interruptions.map { circuit, interruption in
                "no push has reached \(circuit.topic) (\(circuit.route.environment.rawValue)) since "
                    + "\(interruption.since.utcText); the provider refuses the credential (\(interruption.reason)); "
                    + "correct it in the settings"
            }
        }
        return lines.isEmpty ? nil : lines.sorted().joined(separator: "; ")
    }

    private func interrupt(_ circuit: Circuit, _ reason: String) -> DeliveryOutcome {
        let now = clock.now()
        let (interruption, isNews) = interruptions.withLock { interruptions in
            let former = interruptions[circuit]
            let interruption = Interruption(
                since: former?.since ?? now, nextTrial: now.adding(seconds: CredentialCircuitBreaker.pause),
                reason: reason)
            interruptions[circuit] = interruption
            return (interruption, former?.reason != reason)
        }
        if isNews {
            logger.error(
                "a provider refuses the credential of an app, so its pushes wait; correct it in the settings",
                metadata: metadata(circuit, reason))
        }
        return CredentialCircuitBreaker.wait(interruption, now)
    }

    private func restore(_ circuit: Circuit) {
        guard let interruption = interruptions.withLock({ $0.removeValue(forKey: circuit) }) else { return }
        logger.notice(
            "a provider accepts the credential of an app again", metadata: metadata(circuit, interruption.reason))
    }

    private static func wait(_ interruption: Interruption, _ now: UnixTime) -> DeliveryOutcome {
        .waitForCredential(
            .milliseconds(max(0, interruption.nextTrial.rawValue - now.rawValue)), reason: interruption.reason)
    }

    private func metadata(_ circuit: Circuit, _ reason: String) -> Logger.Metadata {
        [
            "topic": .string(circuit.topic), "environment": .string(circuit.route.environment.rawValue),
            "app": .string(circuit.route.app ?? "push.apns"), "reason": .string(reason),
        ]
    }
}

/// Distinguishes an invalid credential from a push device or an app that the provider refuses: after a refusal, another
/// push device or app is tried. If the provider accepts that push, the credential is valid.
struct CredentialRefusals {
    struct Target: Hashable, Sendable {
        var token: Int64
        var topic: String?
    }

    enum Meaning: Hashable, Sendable {
        case unclear
        /// The credential is refused: the provider refused the pushes of several apps.
        case credential
        case own
    }

    /// The most tokens, or apps, in each collection. Beyond this number, further suspects are not recorded, and all
    /// tokens or apps that were refused for their own reasons are forgotten.
    private static let capacity = 10_000

    /// The targets that were refused since the last acceptance, with their apps.
    private var suspects: [Int64: String?] = [:]
    private var suspectTopics: Set<String?> = []
    private var ownTokens: Set<Int64> = []
    private var ownTopics: Set<String?> = []

    mutating func refused(_ target: Target) -> Meaning {
        if ownTokens.contains(target.token) || ownTopics.contains(target.topic) { return .own }
        if suspects.count < CredentialRefusals.capacity { suspects[target.token] = target.topic }
        suspectTopics.insert(target.topic)
        return suspectTopics.count > 1 ? .credential : .unclear
    }

    mutating func taken(_ target: Target) {
        ownTokens.formUnion(suspects.keys)
        ownTopics.formUnion(suspectTopics)
        (suspects, suspectTopics) = ([:], [])
        ownTokens.remove(target.token)
        ownTopics.remove(target.topic)
        if ownTokens.count > CredentialRefusals.capacity { ownTokens = [] }
        if ownTopics.count > CredentialRefusals.capacity { ownTopics = [] }
    }

    /// Whether nothing is suspected. Then accepted pushes need not be recorded.
    var isEmpty: Bool { suspects.isEmpty && ownTokens.isEmpty && ownTopics.isEmpty }

    /// Whether a trial with this target would give new information: another app, or another push device if only one
    /// push device was refused.
    func isAnother(_ target: Target) -> Bool {
        !suspectTopics.contains(target.topic) || suspects.count == 1 && !isSuspect(target)
    }

    func isSuspect(_ target: Target) -> Bool { suspects[target.token] != nil }
}
