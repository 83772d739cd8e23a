import Synchronization

/// Wakes one waiting task. A signal without one is kept for the next wait.
final class Signal: Sendable {
    private enum State {
        case idle, raised
        case awaited(CheckedContinuation<Void, Never>)
    }

    private let state = Mutex(State.idle)

    func raise() {
        let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard case .awaited(let waiting) = state else {
                state = .raised
                return nil
            }
            state = .idle
            return waiting
        }
        waiting?.resume()
    }

    /// Also returns when the task is cancelled.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state -> Bool in
                    // A cancellation also raises the signal, so it is either seen here or finds the continuation.
                    if case .raised = state {
                        state = .idle
                        return true
                    }
                    state = .awaited(continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            raise()
        }
    }
}
