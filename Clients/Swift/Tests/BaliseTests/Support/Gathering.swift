// A place where tasks wait for each other.

import Synchronization

/// Lets everybody go on as soon as so many have come.
final class Gathering: Sendable {
    private struct State {
        var missing: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    init(of count: Int) { state = Mutex(State(missing: count)) }

    /// Comes, and waits for those who are missing. Whoever comes later waits for nobody.
    func wait() async {
        await withCheckedContinuation { continuation in
            let complete = state.withLock { state -> [CheckedContinuation<Void, Never>] in
                state.missing -= 1
                state.waiting.append(continuation)
                guard state.missing <= 0 else { return [] }
                defer { state.waiting = [] }
                return state.waiting
            }
            for waiter in complete { waiter.resume() }
        }
    }
}
