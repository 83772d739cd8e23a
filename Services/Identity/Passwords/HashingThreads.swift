import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Runs hashes on at most one thread per processor, at a lower priority than the rest, so a flood of sign-ins delays
/// nothing else.
///
/// A quarter of the queue is only for callers with priority (`AttemptOrigin.goesFirst`), who also get three of four
/// turns. So strangers cannot block them even from many addresses. A single source may use at most half of the queue.
final class HashingThreads: Sendable {
    enum Refusal: Error {
        /// The queue is full, in total or for this source.
        case overloaded
        case cancelled
        case stopped
    }

    private struct Job {
        let number: UInt64
        let owner: Owner
        let memory: Int
        let run: @Sendable () -> Void
        let refuse: @Sendable (Refusal) -> Void
    }

    /// A source with or without priority. Both count apart, so that strangers take no places from known users.
    private struct Owner: Hashable {
        let source: AttemptSource
        let goesFirst: Bool
    }

    private struct State {
        var first: [Job] = []
        var strangers: [Job] = []
        /// The consecutive turns of callers with priority while strangers were waiting.
        var turnsOfFirst = 0
        var idle = 0
        /// The memory of running jobs in bytes.
        var memory = 0
        var lastNumber: UInt64 = 0
        var isStopped = false

        var waiting: Int { first.count + strangers.count }

        mutating func append(_ job: Job) {
            if job.owner.goesFirst { first.append(job) } else { strangers.append(job) }
        }

        /// Returns the next job. Passes over jobs that need more memory than is free.
        mutating func next() -> Job? {
            let free = HashingThreads.memory - memory
            let fits = { (job: Job) in job.memory <= free }
            let (known, stranger) = (first.firstIndex(where: fits), strangers.firstIndex(where: fits))
            let job: Job
            if let known, stranger == nil || turnsOfFirst < HashingThreads.turnsOfFirst {
                if stranger != nil { turnsOfFirst += 1 }
                job = first.remove(at: known)
            } else {
                guard let stranger else { return nil }
                turnsOfFirst = 0
                job = strangers.remove(at: stranger)
            }
            memory += job.memory
            return job
        }

        mutating func remove(_ number: UInt64) -> Job? {
            if let place = first.firstIndex(where: { $0.number == number }) { return first.remove(at: place) }
            return strangers.firstIndex { $0.number == number }.map { strangers.remove(at: $0) }
        }
    }

    private static let turnsOfFirst = 3
    /// The memory in bytes for the imported hashes that run at the same time, because a container may have many
    /// processors and little memory. It is more than any single hash needs (`ImportedHash.maximumMemory`).
    static let memory = 256 << 20

    /// The threads' priority. A hashing thread then gets a third of the processor time of a busy normal thread. With a
    /// higher value, sign-ins on a busy machine would take so long that their callers give up.
    static let niceness: Int32 = 5

    private let state: Mutex<State>
    private let workAvailable = DispatchSemaphore(value: 0)
    private let threads: Int
    private let maximumWaiting: Int

    /// Starts the threads. `maximumWaiting` is the number of waiting hashes while all threads are busy.
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

    var waiting: Int { state.withLock { max(0, $0.waiting - $0.idle) } }

    /// Runs a job. Throws `Refusal`; a job cancelled or stopped before its turn never runs. `memory` is in bytes.
    func run<Value: Sendable>(
        for origin: AttemptOrigin, memory: Int = 0, _ body: @escaping @Sendable () -> Value
    ) async throws(Refusal) -> Value {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        let outcome: Result<Value, Refusal> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let job = Job(
                    number: number, owner: Owner(source: origin.source, goesFirst: origin.goesFirst),
                    memory: memory,
                    run: { continuation.resume(returning: .success(body())) },
                    refuse: { continuation.resume(returning: .failure($0)) })
                // The task may have been cancelled before the job was in the queue.
                if Task.isCancelled { job.refuse(.cancelled) } else { submit(job) }
            }
        } onCancel: {
            let job = state.withLock { $0.remove(number) }
            job?.refuse(.cancelled)
        }
        return try outcome.get()
    }

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
        // A job does not count as waiting if a thread is idle.
        if state.waiting >= maximumWaiting + state.idle { return true }
        let others = owner.goesFirst ? state.first : state.strangers
        if !owner.goesFirst, others.count >= maximumWaiting - maximumWaiting / 4 + state.idle { return true }
        return others.count { $0.owner == owner } >= max(1, maximumWaiting / 2) + state.idle
    }

    /// Frees memory, and wakes threads for the jobs that were passed over.
    private func release(_ memory: Int) {
        let waiting = state.withLock { state in
            state.memory -= memory
            return state.waiting
        }
        for _ in 0..<waiting { workAvailable.signal() }
    }

    private func work() {
        #if canImport(Glibc)
            // On Linux each thread has its own priority, and 0 means this thread. Hashing works without it, too.
            _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, HashingThreads.niceness)
        #else
            Thread.current.qualityOfService = .utility
        #endif
        while true {
            state.withLock { $0.idle += 1 }
            workAvailable.wait()
            let (job, isStopped) = state.withLock { state in
                state.idle -= 1
                return (state.next(), state.isStopped)
            }
            if let job {
                job.run()
                if job.memory > 0 { release(job.memory) }
            }
            if isStopped { return }
        }
    }
}
