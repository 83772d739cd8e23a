import Models
import Synchronization

/// The progress of a follower. Tasks are resumed outside the lock: a task that is being cancelled holds a lock of its
/// own while its handler calls this object, so resuming it inside the lock would deadlock.
final class FeedProgress: Sendable {
    private typealias Outcome = Result<Void, BusError>

    private struct Wait {
        let mark: FeedCursor
        /// The waiting task; nil until the task sleeps.
        var continuation: CheckedContinuation<Outcome, Never>?
        var outcome: Outcome?
    }

    private struct Woken: Sendable {
        let continuation: CheckedContinuation<Outcome, Never>
        let outcome: Outcome

        func resume() { continuation.resume(returning: outcome) }
    }

    private struct Rest {
        var continuation: CheckedContinuation<Void, Never>?
    }

    private struct State {
        var cursor: FeedCursor?
        var freshAt: Duration?
        var isCaughtUp = false
        var hasEnded = false
        /// How many callers have asked for a page, even an empty page, since the last applied page.
        var wantedPages = 0
        var waits: [UInt64: Wait] = [:]
        var lastWait: UInt64 = 0
        var rest: Rest?

        var isAwaited: Bool { waits.values.contains { $0.outcome == nil } }

        /// Ends the rest. Returns the task to resume; nil if none rests.
        mutating func endRest() -> CheckedContinuation<Void, Never>? {
            defer { rest = nil }
            return rest?.continuation
        }

        func hasReached(_ mark: FeedCursor) -> Bool {
            guard let cursor, wantedPages == 0 else { return false }
            return cursor.epoch == mark.epoch && cursor.sequence >= mark.sequence
        }
    }

    private let state: Mutex<State>

    init(_ cursor: FeedCursor?) { state = Mutex(State(cursor: cursor)) }

    var cursor: FeedCursor? { state.withLock { $0.cursor } }
    var freshAt: Duration? { state.withLock { $0.freshAt } }
    var isCaughtUp: Bool { state.withLock { $0.isCaughtUp } }

    func hasReached(_ mark: FeedCursor) -> Bool { state.withLock { $0.hasReached(mark) } }

    var wantedPages: Int { state.withLock { $0.wantedPages } }

    func wantPage() { state.withLock { $0.wantedPages += 1 } }

    /// Records an applied page.
    /// - Parameters:
    ///   - asked: When the page was requested.
    ///   - applied: How many of `wantedPages` this page fulfils. The others need the next page.
    func advance(to cursor: FeedCursor, highWater: UInt64, _ asked: Duration, applied: Int = 0) {
        let woken = state.withLock { state in
            state.wantedPages -= applied
            state.cursor = cursor
            state.freshAt = asked
            state.isCaughtUp = cursor.sequence >= highWater
            var woken: [Woken?] = []
            for (id, wait) in state.waits {
                // A mark of an old epoch counts as reached at the end of the current epoch.
                let isPast = state.isCaughtUp && state.wantedPages == 0 && wait.mark.epoch != cursor.epoch
                if isPast || state.hasReached(wait.mark) {
                    woken.append(FeedProgress.finish(id, .success(()), in: &state))
                }
            }
            return woken
        }
        for one in woken { one?.resume() }
    }

    /// Rests for `span`, or until a task waits for a mark.
    func rest(atMost span: Duration, by clock: any FeedClock) async {
        let begins = state.withLock { state in
            if !state.isAwaited { state.rest = Rest() }
            return state.rest != nil
        }
        guard begins else { return }
        let timer = Task {
            try await clock.sleep(for: span)
            endRest()
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    state.rest?.continuation = continuation
                    return state.rest == nil
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            endRest()
        }
        timer.cancel()
    }

    private func endRest() {
        let sleeper = state.withLock { $0.endRest() }
        sleeper?.resume()
    }

    func end() {
        let woken = state.withLock { state in
            state.hasEnded = true
            return state.waits.keys.map { FeedProgress.finish($0, .failure(.closed), in: &state) }
        }
        for one in woken { one?.resume() }
    }

    func wait(for mark: FeedCursor, atMost span: Duration, by clock: any FeedClock) async throws(BusError) {
        let (id, sleeper) = state.withLock { state in
            state.lastWait += 1
            var wait = Wait(mark: mark)
            if state.hasReached(mark) {
                wait.outcome = .success(())
            } else if state.hasEnded {
                wait.outcome = .failure(.closed)
            }
            state.waits[state.lastWait] = wait
            return (state.lastWait, wait.outcome == nil ? state.endRest() : nil)
        }
        sleeper?.resume()
        let timer = Task {
            try await clock.sleep(for: span)
            finish(id, .failure(.timedOut))
        }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in sleep(id, continuation) }
        } onCancel: {
            finish(id, .failure(.cancelled))
        }
        timer.cancel()
        try outcome.get()
    }

    private func sleep(_ id: UInt64, _ continuation: CheckedContinuation<Outcome, Never>) {
        let outcome = state.withLock { state in
            let outcome = state.waits[id]?.outcome
            if outcome == nil { state.waits[id]?.continuation = continuation } else { state.waits[id] = nil }
            return outcome
        }
        if let outcome { continuation.resume(returning: outcome) }
    }

    private func finish(_ id: UInt64, _ outcome: Outcome) {
        let woken = state.withLock { FeedProgress.finish(id, outcome, in: &$0) }
        woken?.resume()
    }

    /// Ends a wait. Returns the task to resume; before it sleeps, stores the outcome. The first outcome counts.
    private static func finish(_ id: UInt64, _ outcome: Outcome, in state: inout State) -> Woken? {
        guard let wait = state.waits[id], wait.outcome == nil else { return nil }
        guard let continuation = wait.continuation else {
            state.waits[id]?.outcome = outcome
            return nil
        }
        state.waits[id] = nil
        return Woken(continuation: continuation, outcome: outcome)
    }
}

/// A clock and timer, injected so that tests need not wait.
public protocol FeedClock: Sendable {
    /// The time since a fixed moment.
    var now: Duration { get }
    /// Sleeps for `duration`. Throws when the task is cancelled.
    func sleep(for duration: Duration) async throws
}

/// The system's monotonic clock, measured from its first use in the process.
public struct ContinuousFeedClock: FeedClock {
    private static let start = ContinuousClock.now

    public init() {}

    public var now: Duration { ContinuousClock.now - ContinuousFeedClock.start }

    public func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}
