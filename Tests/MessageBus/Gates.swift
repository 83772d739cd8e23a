/// Tasks are resumed after the lock is released: a task that is being cancelled is locked itself while its handler runs here,
/// and resuming it would wait for that.
final class ManualGate: Sendable {
    private struct State {
        var isOpen = false
        var arrived = 0
        var cancelled = 0
        var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
    }

    private let state = Mutex(State())

    var arrived: Int { state.withLock { $0.arrived } }
    var cancelled: Int { state.withLock { $0.cancelled } }

    func pass() async throws {
        let number = state.withLock { state in
            state.arrived += 1
            return state.arrived
        }
        let passes = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.withLock { state in
                    if state.isOpen {
                        continuation.resume(returning: true)
                    } else if Task.isCancelled {
                        state.cancelled += 1
                        continuation.resume(returning: false)
                    } else {
                        state.waiting[number] = continuation
                    }
                }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                let waiting = state.waiting.removeValue(forKey: number)
                if waiting != nil { state.cancelled += 1 }
                return waiting
            }
            waiting?.resume(returning: false)
        }
        if !passes { throw CancellationError() }
    }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for one in waiting { one.resume(returning: true) }
    }
}

extension HandlerTable {
    mutating func hold<R: Request>(_ request: R.Type, at gate: ManualGate) where R.Reply == Done {
        on(request) { _, _ in
            try await gate.pass()
            return Done()
        }
    }
}

final class Tally: Sendable {
    private let count = Atomic<Int>(0)
    var value: Int { count.load(ordering: .sequentiallyConsistent) }
    func add(_ amount: Int = 1) { count.wrappingAdd(amount, ordering: .sequentiallyConsistent) }
}

/// Holds its callers for ever, cancelled or not; for handlers that never answer.
func waitForEver() async {
    // Never resumed: the task goes with the process.
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
}
