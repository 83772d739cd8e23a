// The threads on which passwords are hashed. Hashing is slow on purpose, so it runs apart from all other work.

import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Threads that hash passwords: at most one for each processor, at a lower priority than the rest of the program, so
/// that a flood of sign-ins slows nothing else down. A bounded number of hashes waits for them.
///
/// Some callers go first (`AttemptOrigin.goesFirst`). A quarter of the waiting places is theirs alone, and they get
/// three of four turns. So strangers cannot keep them out, however many addresses they fill the queue from. Callers
/// from one source that go first, and those that do not, have at most half of the places each.
final class HashingThreads: Sendable {
    /// Why a hash was not made.
    enum Refusal: Error {
        /// As many wait as may, of all or of this source.
        case overloaded
        /// Nobody waits for it any more.
        case cancelled
        /// The service stops.
        case stopped
    }

    private struct Job {
        let number: UInt64
        let owner: Owner
        let run: @Sendable () -> Void
        let refuse: @Sendable (Refusal) -> Void
    }

    /// Whose places are counted together: what strangers do from a network takes none from those who go first there.
    private struct Owner: Hashable {
        let source: AttemptSource
        let goesFirst: Bool
    }

    private struct State {
        var first: [Job] = []
        var strangers: [Job] = []
        /// How many turns in a row those who go first have had while strangers waited.
        var turnsOfFirst = 0
        /// Threads that do nothing, and will look at what waits when they are woken.
        var idle = 0
        var lastNumber: UInt64 = 0
        var isStopped = false

        var waiting: Int { first.count + strangers.count }

        mutating func append(_ job: Job) {
            if job.owner.goesFirst { first.append(job) } else { strangers.append(job) }
        }

        /// Whose turn it is.
        mutating func next() -> Job? {
            guard !strangers.isEmpty else { return first.isEmpty ? nil : first.removeFirst() }
            guard !first.isEmpty, turnsOfFirst < HashingThreads.turnsOfFirst else {
                turnsOfFirst = 0
                return strangers.removeFirst()
            }
            turnsOfFirst += 1
            return first.removeFirst()
        }

        mutating func remove(_ number: UInt64) -> Job? {
            if let place = first.firstIndex(where: { $0.number == number }) { return first.remove(at: place) }
            return strangers.firstIndex { $0.number == number }.map { strangers.remove(at: $0) }
        }
    }

    private static let turnsOfFirst = 3

    /// At this niceness a hashing thread gets a third of the processor's time that a busy normal thread gets. A higher
    /// one would starve sign-ins on a machine that has much else to do, until nobody waits for them any more.
    static let niceness: Int32 = 5

    private let state: Mutex<State>
    private let workAvailable = DispatchSemaphore(value: 0)
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
    var waiting: Int { state.withLock { max(0, $0.waiting - $0.idle) } }

    /// Runs `body` on one of the threads when its turn has come.
    ///
    /// - Parameter origin: who waits for it.
    /// - Throws: `Refusal`; what was cancelled or stopped before its turn never ran.
    func run<Value: Sendable>(
        for origin: AttemptOrigin, _ body: @escaping @Sendable () -> Value
    ) async throws(Refusal) -> Value {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        let outcome: Result<Value, Refusal> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let job = Job(
                    number: number, owner: Owner(source: origin.source, goesFirst: origin.goesFirst),
                    run: { continuation.resume(returning: .success(body())) },
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
            defer { (state.first, state.strangers) = ([], []) }
            return state.first + state.strangers
        }
        for job in waiting { job.refuse(.stopped) }
        for _ in 0..<threads { workAvailable.signal() }
    }

    private func submit(_ job: Job) {
        let refusal = state.withLock { state -> Refusal? in
            if state.isStopped { return .stopped }
            if isFull(state, for: job.owner) { return .overloaded }
            state.append(job)
            return nil
        }
        if let refusal { job.refuse(refusal) } else { workAvailable.signal() }
    }

    private func isFull(_ state: State, for owner: Owner) -> Bool {
        // What idle threads are about to take does not wait.
        if state.waiting >= maximumWaiting + state.idle { return true }
        let others = owner.goesFirst ? state.first : state.strangers
        if !owner.goesFirst, others.count >= maximumWaiting - maximumWaiting / 4 + state.idle { return true }
        return others.count { $0.owner == owner } >= max(1, maximumWaiting / 2) + state.idle
    }

    private func withdraw(_ number: UInt64) {
        let job = state.withLock { $0.remove(number) }
        job?.refuse(.cancelled)
    }

    private func work() {
        giveWay()
        while true {
            state.withLock { $0.idle += 1 }
            workAvailable.wait()
            let (job, isStopped) = state.withLock { state in
                state.idle -= 1
                return (state.next(), state.isStopped)
            }
            job?.run()
            if isStopped { return }
        }
    }

    /// Lowers the priority of the calling thread.
    private func giveWay() {
        #if canImport(Glibc)
            // On Linux a priority belongs to a thread, and 0 is the one that asks. Without it hashing works all the
            // same.
            _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, HashingThreads.niceness)
        #else
            Thread.current.qualityOfService = .utility
        #endif
    }
}
