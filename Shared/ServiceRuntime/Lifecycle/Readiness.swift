// Whether a service can do its work now.

public import Models
import Synchronization

/// Whether a service can do its work now. It begins not ready, and whoever starts it marks it.
public final class Readiness: Sendable {
    /// Looks whether something works, and says what does not; nil when it does. Waits for nothing but the database.
    public typealias Check = @Sendable () async -> String?

    /// Looks whether there is something that an operator should know, although it keeps nobody from working.
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

    /// Shorter than the edge, and a health check of the service itself, wait for the answer.
    private let timeout: Duration

    /// Not ready, since it starts.
    ///
    /// - Parameter timeout: How long the checks may take together before the database counts as one that does not answer.
    public init(timeout: Duration = .milliseconds(1500)) { self.timeout = timeout }

    /// The present answer to `CheckReadiness`.
    public var reply: CheckReadiness.Reply {
        state.withLock { CheckReadiness.Reply(isReady: $0.isReady, reason: $0.reason) }
    }

    /// The answer to `CheckReadiness` after a look at everything that the service needs.
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

    /// Has `note` asked too each time somebody wants to know whether the service can work, and told when it can.
    public func addNote(_ note: @escaping Note) { state.withLock { $0.notes.append(note) } }

    /// Has `check` asked too each time somebody wants to know whether the service can work.
    public func depend(on check: @escaping Check) { state.withLock { $0.checks.append(check) } }

    /// Whether the service takes requests now.
    public var isReady: Bool { state.withLock { $0.isReady } }

    /// Says that the service takes requests. Without effect once the program shuts down.
    public func markReady() {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard !state.isShuttingDown else { return [] }
            state.isReady = true
            state.reason = nil
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Says that the service cannot work now, and why (for the operator).
    public func markNotReady(_ reason: String) {
        state.withLock { state in
            guard !state.isShuttingDown else { return }
            state.isReady = false
            state.reason = reason
        }
    }

    /// Says, for good, that the service takes no more requests; who waits for it to be ready waits no more.
    public func markShuttingDown() {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.isShuttingDown = true
            state.isReady = false
            state.reason = "shutting down"
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Returns when the service is ready for the first time, or shuts down before it was.
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
