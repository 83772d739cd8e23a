// Time that stands until a test moves it.

import MessageBus
import Models
import Synchronization

/// A clock that stands until it is told to go on, and the time of day that goes with it.
final class SteppedClock: FeedClock {
    private struct State {
        var now = Duration.zero
        var sleepers: [Int: (until: Duration, wake: CheckedContinuation<Bool, Never>)] = [:]
        var lastID = 0
    }

    /// The time of day, which begins at `SteppedClock.start`.
    struct Wall: WallClock {
        let clock: SteppedClock

        func now() -> UnixTime { SteppedClock.start.adding(seconds: clock.now.components.seconds) }
    }

    static let start = UnixTime(milliseconds: 1_800_000_000_000)
    private let state = Mutex(State())

    var now: Duration { state.withLock { $0.now } }
    var wall: Wall { Wall(clock: self) }
    /// How many wait for time to pass.
    var sleepers: Int { state.withLock { $0.sleepers.count } }

    func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now += duration
            let due = state.sleepers.filter { $0.value.until <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.map(\.wake)
        }
        for wake in due { wake.resume(returning: true) }
    }

    func sleep(for duration: Duration) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let isOver = await withTaskCancellationHandler {
            await withCheckedContinuation { wake in
                state.withLock { state in
                    if Task.isCancelled { return wake.resume(returning: false) }
                    state.sleepers[id] = (state.now + duration, wake)
                }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: id)?.wake }?.resume(returning: false)
        }
        if !isOver { throw CancellationError() }
    }
}
