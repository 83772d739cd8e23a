public import Models
import Synchronization

/// The state of a service and the list of its checks. The service is not ready until it marks itself as ready.
public final class Readiness: Sendable {
    public enum Cost: Sendable {
        /// A check whose failure makes the service not ready. It must wait for nothing but the database.
        case essential
        /// A check that runs with each readiness check. Warnings and failures become notes. It can wait for a database.
        case quick
        /// A check that asks another system, at most once a minute and only for an operator. Readiness checks show its
        /// result if it is at most an hour old.
        case remote
    }

    private struct Check: Sendable {
        let name: String
        let subject: String?
        let cost: Cost
        let ask: @Sendable () async -> HealthFinding
        /// The remote part of the check; nil for a local check.
        let remote: RemoteCheck?

        func outcome(_ finding: HealthFinding) -> HealthCheck { HealthCheck(name, of: subject, finding) }
    }

    private struct State {
        var checks: [Check] = []
        var isReady = false
        var reason: String? = "starting"
        var isShuttingDown = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// The limit for all local checks: shorter than the wait of the edge and of a health check for the answer.
    private let timeout: Duration
    private let remoteTimeout: Duration
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Creates the state of a service that is not ready.
    /// - Parameters:
    ///   - timeout: The limit for all local checks together; after it the database counts as unresponsive.
    ///   - remoteTimeout: The limit for each remote check.
    public init(
        timeout: Duration = .milliseconds(1500), remoteTimeout: Duration = .seconds(8),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        (self.timeout, self.remoteTimeout) = (timeout, remoteTimeout)
        self.now = now
    }

    /// Adds a check. `subject` distinguishes several checks with the same name.
    public func add(
        _ name: String, of subject: String? = nil, _ cost: Cost = .quick,
        _ ask: @escaping @Sendable () async -> HealthFinding
    ) {
        let remote = cost == .remote ? RemoteCheck(ask, timeout: remoteTimeout, now: now) : nil
        let check = Check(name: name, subject: subject, cost: cost, ask: ask, remote: remote)
        state.withLock { $0.checks.append(check) }
    }

    /// The current answer to `CheckReadiness`.
    public var reply: CheckReadiness.Reply {
        state.withLock { CheckReadiness.Reply(isReady: $0.isReady, reason: $0.reason) }
    }

    /// Runs the local checks, and returns the answer to `CheckReadiness`. Its reason contains the failures of essential
    /// checks; if there are none, all warnings and failures as notes.
    public func examine() async -> CheckReadiness.Reply {
        let reply = reply
        guard reply.isReady else { return reply }
        let found = await valueWithin(timeout) { await self.localOutcomes() }
        guard let found else { return CheckReadiness.Reply(isReady: false, reason: Readiness.silence) }
        let obstacles = found.filter { $0.cost == .essential && $0.outcome.state == .failure }
        guard obstacles.isEmpty else {
            let reasons = obstacles.map { $0.outcome.text }
            return CheckReadiness.Reply(isReady: false, reason: reasons.joined(separator: "; "))
        }
        let notes = found.map { $0.outcome }.filter { $0.state >= .warning }
        return notes.isEmpty
            ? reply : CheckReadiness.Reply(isReady: true, reason: notes.map(\.text).joined(separator: "; "))
    }

    /// Returns the results of all checks. Without `triesRemote`, the last results of remote checks are used, if they
    /// are at most an hour old. If the local checks take too long, a failure of the database replaces their results.
    public func outcomes(triesRemote: Bool) async -> [HealthCheck] {
        let reply = reply
        var outcomes: [HealthCheck] = []
        if !reply.isReady { outcomes.append(HealthCheck("ready", .failure(reply.reason ?? "not ready"))) }
        if triesRemote {
            await withTaskGroup { group in
                for remote in state.withLock({ $0.checks.compactMap(\.remote) }) {
                    group.addTask { _ = await remote.ask() }
                }
            }
        }
        guard let found = await valueWithin(timeout, { await self.localOutcomes() }) else {
            return outcomes + [HealthCheck("database", .failure(Readiness.silence))]
        }
        return outcomes + found.map { $0.outcome }
    }

    /// The samples of `balise_check_state`: 0 for ok, 1 for a warning, 2 for a failure. An unknown state has no sample.
    public func samples() async -> [MetricSample] {
        await outcomes(triesRemote: false).compactMap { outcome in
            guard outcome.state != .unknown else { return nil }
            let value: Double = outcome.state == .ok ? 0 : outcome.state == .warning ? 1 : 2
            let labels = [["check", outcome.name]] + (outcome.subject.map { [["subject", $0]] } ?? [])
            return MetricSample(name: "balise_check_state", kind: .gauge, labels: labels, value: value)
        }
    }

    private static let silence = "its database does not answer"

    private func localOutcomes() async -> [(outcome: HealthCheck, cost: Cost)] {
        var outcomes: [(outcome: HealthCheck, cost: Cost)] = []
        for check in state.withLock({ $0.checks }) {
            let finding: HealthFinding?
            if let remote = check.remote { finding = await remote.recent } else { finding = await check.ask() }
            if let finding { outcomes.append((check.outcome(finding), check.cost)) }
        }
        return outcomes
    }

    public var isReady: Bool { state.withLock { $0.isReady } }

    /// Marks the service as ready. During a shutdown this has no effect.
    public func markReady() {
        endWait { state in
            guard !state.isShuttingDown else { return false }
            (state.isReady, state.reason) = (true, nil)
            return true
        }
    }

    /// Changes the state. If `change` returns true, resumes the tasks that wait for readiness.
    private func endWait(_ change: (inout State) -> Bool) {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard change(&state) else { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Marks the service as not ready. The reason is for the operator.
    public func markNotReady(_ reason: String) {
        state.withLock { state in
            guard !state.isShuttingDown else { return }
            state.isReady = false
            state.reason = reason
        }
    }

    /// Marks the service as shutting down, for good. It accepts no requests, and waits for readiness end.
    public func markShuttingDown() {
        endWait { state in
            (state.isShuttingDown, state.isReady, state.reason) = (true, false, "shutting down")
            return true
        }
    }

    /// Returns when the service is ready for the first time, or begins to shut down.
    public func untilReady() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.isReady || state.isShuttingDown { return true }
                state.waiters.append(continuation)
                return false
            }
            if isOver { continuation.resume() }
        }
    }
}

/// A remote check with its last result. Simultaneous callers share one try, and later callers its result for a minute,
/// so that an operator's page does not burden another system.
private actor RemoteCheck {
    private static let pause = Duration.seconds(60)
    private static let lifetime = Duration.seconds(3600)

    private let body: @Sendable () async -> HealthFinding
    private let timeout: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private var latest: (finding: HealthFinding, at: ContinuousClock.Instant)?
    private var running: Task<HealthFinding, Never>?

    init(
        _ body: @escaping @Sendable () async -> HealthFinding, timeout: Duration,
        now: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        self.body = body
        self.timeout = timeout
        self.now = now
    }

    var recent: HealthFinding? {
        guard let latest, now() - latest.at < RemoteCheck.lifetime else { return nil }
        return latest.finding
    }

    func ask() async -> HealthFinding {
        if let latest, now() - latest.at < RemoteCheck.pause { return latest.finding }
        if let running { return await running.value }
        let task = Task { [body, timeout] () -> HealthFinding in
            await valueWithin(timeout, body)
                ?? .warning("no answer within \(timeout.components.seconds) s", "check the network, and try again")
        }
        running = task
        let finding = await task.value
        latest = (finding, now())
        running = nil
        return finding
    }
}
