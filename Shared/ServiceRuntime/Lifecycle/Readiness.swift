public import Models
import Synchronization

/// Not ready until the service marks it as ready.
public final class Readiness: Sendable {
    /// Returns an obstacle; nil if it works. It may wait only for the database.
    public typealias Check = @Sendable () async -> String?

    /// Returns a warning for the operator about something that does not prevent the work; nil for none.
    public typealias Note = @Sendable () async -> String?

    private struct State {
        var checks: [Check] = []
        var notes: [Note] = []
        var isReady = false
        var reason: String? = "starting"
        var isShuttingDown = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Shorter than the edge's and a health check's wait for the answer.
    private let timeout: Duration

    /// - Parameter timeout: For all checks together; then the database counts as unresponsive.
    public init(timeout: Duration = .milliseconds(1500)) { self.timeout = timeout }

    /// The current answer to `CheckReadiness`.
    public var reply: CheckReadiness.Reply {
        state.withLock { CheckReadiness.Reply(isReady: $0.isReady, reason: $0.reason) }
    }

    /// The answer to `CheckReadiness` after running all checks.
    public func examine() async -> CheckReadiness.Reply {
        await valueWithin(timeout) { await self.askAll() }
            ?? CheckReadiness.Reply(isReady: false, reason: "its database does not answer")
    }

    private func askAll() async -> CheckReadiness.Reply {
        let reply = reply
        guard reply.isReady else { return reply }
        var reasons: [String] = []
        for check in state.withLock({ $0.checks }) {
            if let reason = await check() { reasons.append(reason) }
        }
        guard reasons.isEmpty else {
            return CheckReadiness.Reply(isReady: false, reason: reasons.joined(separator: "; "))
        }
        var notes: [String] = []
        for note in state.withLock({ $0.notes }) {
            if let text = await note() { notes.append(text) }
        }
        return notes.isEmpty ? reply : CheckReadiness.Reply(isReady: true, reason: notes.joined(separator: "; "))
    }

    /// Adds a note, which is asked for with each readiness check and shown if the service is ready.
    public func addNote(_ note: @escaping Note) { state.withLock { $0.notes.append(note) } }

    /// Adds a check, which runs with each readiness check.
    public func depend(on check: @escaping Check) { state.withLock { $0.checks.append(check) } }

    public var isReady: Bool { state.withLock { $0.isReady } }

    /// No effect during a shutdown.
    public func markReady() {
        endWait { state in
            guard !state.isShuttingDown else { return false }
            (state.isReady, state.reason) = (true, nil)
            return true
        }
    }

    /// Resumes those who wait for readiness if `change` says so.
    private func endWait(_ change: (inout State) -> Bool) {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard change(&state) else { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// The reason is for the operator.
    public func markNotReady(_ reason: String) {
        state.withLock { state in
            guard !state.isShuttingDown else { return }
            state.isReady = false
            state.reason = reason
        }
    }

    /// Permanent: the service accepts no further requests, and waits for readiness end.
    public func markShuttingDown() {
        endWait { state in
            (state.isShuttingDown, state.isReady, state.reason) = (true, false, "shutting down")
            return true
        }
    }

    /// Returns when the service is ready for the first time, or shuts down before.
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
