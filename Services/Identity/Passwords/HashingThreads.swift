// The threads on which passwords are hashed, which takes long on purpose: apart from all other work, and behind it.

import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Threads for hashing. At most one a processor, at a lower priority than the rest of the program, so that a flood of
/// sign-ins slows nothing else down; a bounded number of hashes waits for them.
final class HashingThreads: Sendable {
    /// Why a hash was not made.
    enum Refusal: Error {
        /// As many wait as may.
        case overloaded
        /// Nobody waits for it any more.
        case cancelled
        /// The service stops.
        case stopped
    }

    private struct Job {
        let number: UInt64
        let run: @Sendable () -> Void
        let refuse: @Sendable (Refusal) -> Void
    }

    private struct State {
        var waiting: [Job] = []
        /// Threads that do nothing, and will look at what waits when they are woken.
        var idle = 0
        var lastNumber: UInt64 = 0
        var isStopped = false
    }

    /// A third of the processor's time that a busy thread of the rest gets. More would starve sign-ins on a machine that has
    /// much else to do, until nobody waits for them any more.
    static let niceness: Int32 = 5

    private let state: Mutex<State>
    private let wake = DispatchSemaphore(value: 0)
    private let threads: Int
    private let maximumWaiting: Int

    /// Starts the threads.
    ///
    /// - Parameter maximumWaiting: the most hashes that may wait while all threads are busy.
    init(threads: Int = ProcessInfo.processInfo.activeProcessorCount, maximumWaiting: Int) {
        self.threads = max(1, threads)
        self.maximumWaiting = maximumWaiting
        state = Mutex(State())
        for number in 1...self.threads {
            let thread = Thread { [self] in work() }
            thread.name = "hashing-\(number)"
            thread.start()
        }
    }

    /// How many hashes wait for a thread.
    var waiting: Int { state.withLock { max(0, $0.waiting.count - $0.idle) } }

    /// Runs `body` on one of the threads when its turn has come.
    ///
    /// - Throws: `Refusal`; what was cancelled or stopped before its turn never ran.
    func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async throws(Refusal) -> Value {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        let outcome: Result<Value, Refusal> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let job = Job(
                    number: number, run: { continuation.resume(returning: .success(body())) },
                    refuse: { continuation.resume(returning: .failure($0)) })
                // Cancelled before there was anything to withdraw.
                if Task.isCancelled { job.refuse(.cancelled) } else { submit(job) }
            }
        } onCancel: {
            withdraw(number)
        }
        return try outcome.get()
    }

    /// Refuses what waits and ends the threads as soon as they have finished what they do.
    func stop() {
        let waiting = state.withLock { state in
            state.isStopped = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for job in waiting { job.refuse(.stopped) }
        for _ in 0..<threads { wake.signal() }
    }

    private func submit(_ job: Job) {
        let refusal = state.withLock { state -> Refusal? in
            if state.isStopped { return .stopped }
            // What idle threads are about to take does not wait.
            if state.waiting.count >= maximumWaiting + state.idle { return .overloaded }
            state.waiting.append(job)
            return nil
        }
        if let refusal { job.refuse(refusal) } else { wake.signal() }
    }

    private func withdraw(_ number: UInt64) {
        let job = state.withLock { state in
            state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
        }
        job?.refuse(.cancelled)
    }

    private func work() {
        giveWay()
        while true {
            state.withLock { $0.idle += 1 }
            wake.wait()
            let (job, isStopped) = state.withLock { state in
                state.idle -= 1
                return (state.waiting.isEmpty ? nil : state.waiting.removeFirst(), state.isStopped)
            }
            job?.run()
            if isStopped { return }
        }
    }

    /// Lowers the priority of the calling thread.
    private func giveWay() {
        #if canImport(Glibc)
            // On Linux a priority belongs to a thread, and 0 is the one that asks. Without it hashing works all the same.
            _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, HashingThreads.niceness)
        #else
            Thread.current.qualityOfService = .utility
        #endif
    }
}
