import Foundation
import Models
import Synchronization

/// Makes writes durable with a shared fsync. During a COMMIT further writes queue up, and become the next transaction.
/// If there are many, the callers that were just answered get a moment to return (`letCallersReturn`), so that they
/// share the next transaction.
final class GroupCommitWriter: Sendable {
    private struct Queue {
        var waiting: [QueuedWrite] = []
        var isAsleep = false
        var isClosed = false
    }

    private let queue = Mutex(Queue())
    private let parts: EngineParts
    private let workAvailable = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    private let maximumQueued: Int
    private let maximumBatch: Int
    private let options: StorageOptions

    init(options: StorageOptions, parts: EngineParts) {
        (self.options, self.parts) = (options, parts)
        maximumQueued = options.maximumQueuedWrites
        maximumBatch = max(1, options.maximumBatch)
    }

    /// Starts the thread. From then on, only the thread uses `connection`.
    func start(_ connection: some BatchConnection) {
        let thread = Thread { [self] in
            run(connection)
            connection.end()
            ended.signal()
        }
        thread.name = "storage-writer"
        thread.start()
    }

    /// Queues a write. Its completion is called on the writer's thread.
    func submit(_ write: QueuedWrite) throws(StorageError) {
        let (refusal, mustSignal) = queue.withLock { queue -> (StorageError?, Bool) in
            if queue.isClosed { return (.closed, false) }
            if queue.waiting.count >= maximumQueued { return (.overloaded, false) }
            queue.waiting.append(write)
            defer { queue.isAsleep = false }
            return (nil, queue.isAsleep)
        }
        if mustSignal { workAvailable.signal() }
        guard let refusal else { return }
        if case .overloaded = refusal { parts.counters.countRefusal() }
        throw refusal
    }

    /// Refuses new writes. Waiting writes are still done.
    func stop() {
        let mustSignal = queue.withLock { queue in
            queue.isClosed = true
            defer { queue.isAsleep = false }
            return queue.isAsleep
        }
        if mustSignal { workAvailable.signal() }
    }

    /// Waits for the end of the thread. Must be called once, after `stop()`.
    func waitForEnd() { ended.wait() }

    var queuedWrites: Int { queue.withLock { $0.waiting.count } }

    // MARK: The thread

    private func run(_ connection: some BatchConnection) {
        var waiting: [QueuedWrite] = []
        var log = LogAge(options)
        // The log also contains the writes from the opening of the database.
        if connection.hasLog { log.recordWrite(at: DispatchTime.now().uptimeNanoseconds) }
        while dequeueWaiting(into: &waiting, until: log.dueAt) {
            var next = 0
            while next < waiting.count {
                let end = min(next + maximumBatch, waiting.count)
                commit(Array(waiting[next..<end]), on: connection)
                next = end
            }
            let answered = waiting.count
            waiting.removeAll(keepingCapacity: true)
            let now = DispatchTime.now().uptimeNanoseconds
            if let due = log.dueAt, now >= due { log.recordAttempt(connection.emptyLog(), at: now) }
            if answered > 0, connection.hasLog { log.recordWrite(at: now) }
            if answered > 1 { letCallersReturn(answered) }
        }
    }

    /// Waits briefly for the callers that were just answered. Otherwise the first to return would get an fsync alone
    /// while all others wait. Ends when as many writes wait as were answered, when none has arrived for
    /// `maximumSilence`, or after `maximumPause`. A caller that was answered alone causes no wait.
    private func letCallersReturn(_ answered: Int) {
        var arrived = 0
        var lastArrival = DispatchTime.now().uptimeNanoseconds
        let end = lastArrival + Self.maximumPause
        while true {
            sched_yield()
            let waiting = queue.withLock { $0.isClosed ? answered : $0.waiting.count }
            let now = DispatchTime.now().uptimeNanoseconds
            if waiting >= answered || now >= end { return }
            if waiting > arrived {
                (arrived, lastArrival) = (waiting, now)
            } else if now - lastArrival >= Self.maximumSilence {
                return
            }
        }
    }

    /// How long to wait for another write before the batch starts, in nanoseconds.
    private static let maximumSilence: UInt64 = 20_000
    /// The longest delay of a batch, in nanoseconds.
    private static let maximumPause: UInt64 = 1_000_000

    /// Moves waiting writes into the batch, and waits for some until `moment`. Returns false when the writer has ended.
    private func dequeueWaiting(into batch: inout [QueuedWrite], until moment: UInt64?) -> Bool {
        while true {
            let (isClosed, mustSleep) = queue.withLock { queue in
                swap(&queue.waiting, &batch)
                queue.isAsleep = batch.isEmpty && !queue.isClosed
                return (queue.isClosed, queue.isAsleep)
            }
            if !batch.isEmpty { return true }
            if isClosed { return false }
            guard mustSleep else { continue }
            guard let moment else {
                workAvailable.wait()
                continue
            }
            if workAvailable.wait(timeout: DispatchTime(uptimeNanoseconds: moment)) == .timedOut { return true }
        }
    }

    private func commit(_ batch: [QueuedWrite], on connection: some BatchConnection) {
        let (outcome, changedFeeds) = connection.run(batch)
        parts.counters.count(batch, outcome)
        if !changedFeeds.isEmpty { parts.listeners.tell(of: changedFeeds) }
        for write in batch { write.answer() }
    }
}

protocol BatchConnection: Sendable {
    /// Makes the batch durable. Afterwards each write has its result. Returns the feeds that it may have changed.
    func run(_ batch: [QueuedWrite]) -> (BatchOutcome, [FeedName])

    /// Whether the engine has a log that `emptyLog` empties, as SQLite has.
    var hasLog: Bool { get }

    func emptyLog() -> Bool

    func end()
}

extension [QueuedWrite] {
    func lose(_ error: any Error) -> BatchOutcome {
        for write in self { write.fail(error) }
        return .lost(error)
    }
}

enum BatchOutcome {
    /// The batch is committed, in one or several transactions. `failed` is the number of writes that had their own
    /// error and left no trace.
    case committed(transactions: Int, failed: Int, ranAgain: Bool)
    /// Nothing was stored, or it is unknown whether the batch was stored. Every write got the error.
    case lost(any Error)
}

/// When to empty the log. Only the writer's thread uses it.
struct LogAge {
    /// The time without a write after which the log is emptied, in nanoseconds.
    let quiet: UInt64
    /// The time after which the log is emptied even under constant writes, in nanoseconds.
    let maximum: UInt64

    /// The time of the first write since the log was emptied; nil while the log is empty.
    private var since: UInt64?
    private var latest: UInt64 = 0

    init(_ options: StorageOptions) {
        quiet = LogAge.nanoseconds(options.logQuietTime)
        maximum = LogAge.nanoseconds(options.logMaximumAge)
    }

    /// When to empty the log; nil while the log is empty.
    var dueAt: UInt64? { since.map { min($0 &+ maximum, latest &+ quiet) } }

    mutating func recordWrite(at now: UInt64) {
        since = since ?? now
        latest = now
    }

    /// Records an attempt to empty the log. If a reader prevented it, another attempt follows later.
    mutating func recordAttempt(_ isEmpty: Bool, at now: UInt64) {
        since = isEmpty ? nil : now
        latest = now
    }

    private static func nanoseconds(_ duration: Duration) -> UInt64 { UInt64(max(0, duration / .nanoseconds(1))) }
}

/// What both engines need besides their connections.
struct EngineParts: Sendable {
    let skipped = SkippedRows()
    let counters = WriterCounters()
    /// Called after commits that change a feed: on the writer's thread, or for other processes on another thread.
    let listeners = CommitListeners()
}

final class CommitListeners: Sendable {
    private let listeners = Mutex([FeedName: [@Sendable () -> Void]]())

    func add(to feed: FeedName, _ listener: @escaping @Sendable () -> Void) {
        listeners.withLock { $0[feed, default: []].append(listener) }
    }

    /// Calls the listeners, on the calling thread.
    func tell(of feeds: some Sequence<FeedName>) {
        let listening = listeners.withLock { listeners in feeds.flatMap { listeners[$0] ?? [] } }
        for listener in listening { listener() }
    }

    func tellAll() {
        let listening = listeners.withLock { $0.values.flatMap(\.self) }
        for listener in listening { listener() }
    }
}
