/// Lets all waiting tasks continue as soon as a given number has arrived.
final class Gathering: Sendable {
    private struct State {
        var missing: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    init(of count: Int) { state = Mutex(State(missing: count)) }

    /// Arrives, and waits for the missing tasks. Later tasks do not wait.
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
