// How far a follower has come, for those who wait for it.

import Models
import Synchronization

/// The state of a follower that others read and wait for.
final class FeedProgress: Sendable {
    private typealias Outcome = Result<Void, BusError>

    private struct Wait {
        let mark: FeedCursor
        /// Nil until the waiting task sleeps.
        var continuation: CheckedContinuation<Outcome, Never>?
        /// How the wait ended, when that was before the task slept.
        var outcome: Outcome?
    }

    private struct Rest {
        /// Nil until the resting task sleeps.
        var continuation: CheckedContinuation<Void, Never>?
    }

    private struct State {
        var cursor: FeedCursor?
        var freshAt: Duration?
        var isCaughtUp = false
        var hasEnded = false
        var waits: [UInt64: Wait] = [:]
        var lastWait: UInt64 = 0
        /// Nil unless the follower rests.
        var rest: Rest?

        var isAwaited: Bool { waits.values.contains { $0.outcome == nil } }

        mutating func endRest() {
            let sleeper = rest?.continuation
            rest = nil
            sleeper?.resume()
        }

        func hasReached(_ mark: FeedCursor) -> Bool {
            guard let cursor else { return false }
            return cursor.epoch == mark.epoch && cursor.sequence >= mark.sequence
        }
    }

    private let state: Mutex<State>

    init(_ cursor: FeedCursor?) { state = Mutex(State(cursor: cursor)) }

    var cursor: FeedCursor? { state.withLock { $0.cursor } }
    var freshAt: Duration? { state.withLock { $0.freshAt } }
    var isCaughtUp: Bool { state.withLock { $0.isCaughtUp } }

    /// See `FeedFollower.hasReached`.
    func hasReached(_ mark: FeedCursor) -> Bool { state.withLock { $0.hasReached(mark) } }

    /// A page is applied, the answer to a question of the moment `asked`.
    func advance(to cursor: FeedCursor, highWater: UInt64, _ asked: Duration) {
        state.withLock { state in
            state.cursor = cursor
            state.freshAt = asked
            state.isCaughtUp = cursor.sequence >= highWater
            for (id, wait) in state.waits {
                // A mark of an epoch that is over is reached with the end of the present one.
                let isPast = state.isCaughtUp && wait.mark.epoch != cursor.epoch
                if isPast || state.hasReached(wait.mark) { FeedProgress.finish(id, .success(()), in: &state) }
            }
        }
    }

    /// Returns after `span`, or as soon as somebody waits for a mark.
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
                state.withLock { state in
                    if state.rest == nil { return continuation.resume() }
                    state.rest?.continuation = continuation
                }
            }
        } onCancel: {
            endRest()
        }
        timer.cancel()
    }

    private func endRest() { state.withLock { $0.endRest() } }

    /// The follower follows no more.
    func end() {
        state.withLock { state in
            state.hasEnded = true
            for id in state.waits.keys { FeedProgress.finish(id, .failure(.closed), in: &state) }
        }
    }

    /// See `FeedFollower.catchUp(to:within:)`.
    func wait(for mark: FeedCursor, atMost span: Duration, by clock: any FeedClock) async throws(BusError) {
        let id = state.withLock { state in
            state.lastWait += 1
            var wait = Wait(mark: mark)
            if state.hasReached(mark) {
                wait.outcome = .success(())
            } else if state.hasEnded {
                wait.outcome = .failure(.closed)
            }
            state.waits[state.lastWait] = wait
            if wait.outcome == nil { state.endRest() }
            return state.lastWait
        }
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
        state.withLock { state in
            if let outcome = state.waits[id]?.outcome {
                state.waits[id] = nil
                continuation.resume(returning: outcome)
            } else {
                state.waits[id]?.continuation = continuation
            }
        }
    }

    private func finish(_ id: UInt64, _ outcome: Outcome) {
        state.withLock { FeedProgress.finish(id, outcome, in: &$0) }
    }

    /// Ends a wait: wakes its task, or leaves word for it. The first outcome counts.
    private static func finish(_ id: UInt64, _ outcome: Outcome, in state: inout State) {
        guard let wait = state.waits[id], wait.outcome == nil else { return }
        if let continuation = wait.continuation {
            state.waits[id] = nil
            continuation.resume(returning: outcome)
        } else {
            state.waits[id]?.outcome = outcome
        }
    }
}
