public import MessageBus
public import Models
import Synchronization

/// A clock that only moves when the test moves it, with a matching time of day.
public final class SteppedClock: FeedClock {
    private struct State {
        var now = Duration.zero
        var sleepers: [Int: (until: Duration, wake: CheckedContinuation<Bool, Never>)] = [:]
        var lastID = 0
    }

    /// The time of day, which begins at `UnixTime.start`.
    public struct Wall: WallClock {
        fileprivate let clock: SteppedClock

        public func now() -> UnixTime { UnixTime.start.adding(seconds: clock.now.components.seconds) }
    }

    private let state = Mutex(State())

    public init() {}

    public var now: Duration { state.withLock { $0.now } }
    public var wall: Wall { Wall(clock: self) }
    /// How many wait for time to pass.
    public var sleepers: Int { state.withLock { $0.sleepers.count } }

    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now += duration
            let due = state.sleepers.filter { $0.value.until <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.map(\.wake)
        }
        for wake in due { wake.resume(returning: true) }
    }

    public func sleep(for duration: Duration) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let isOver = await withTaskCancellationHandler {
            await withCheckedContinuation { wake in
                state.withLock { state in
                    if Task.isCancelled { return wake.resume(returning: false) }
                    if duration <= .zero { return wake.resume(returning: true) }
                    state.sleepers[id] = (state.now + duration, wake)
                }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: id)?.wake }?.resume(returning: false)
        }
        if !isOver { throw CancellationError() }
    }
}
