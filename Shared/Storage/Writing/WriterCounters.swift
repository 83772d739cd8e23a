import Synchronization

final class WriterCounters: Sendable {
    private let counters = Mutex(StorageStatistics())
    private let condition = Mutex(WritingCondition())

    /// The counts, without the number of waiting writes, which only the queues know.
    var statistics: StorageStatistics { counters.withLock { $0 } }

    var writingCondition: WritingCondition { condition.withLock { $0 } }

    func countRefusal() { counters.withLock { $0.refusedWrites += 1 } }

    func count(_ batch: [QueuedWrite], _ outcome: BatchOutcome) {
        counters.withLock { counters in
            switch outcome {
            case .committed(let transactions, let failed, let ranAgain):
                counters.transactions += transactions
                counters.writes += batch.count - failed
                counters.failedWrites += failed
                counters.secondRuns += ranAgain ? 1 : 0
            case .lost: counters.failedWrites += batch.count
            }
        }
        condition.withLock { $0.record(batch, outcome, at: ContinuousClock.now) }
    }

    func countFailedRead(_ error: any Error) {
        guard let error = error as? StorageError, error.isDamage || error.mayConcernSomeTables else { return }
        condition.withLock { $0.recordFailedRead(error, at: ContinuousClock.now) }
    }

    func watching<Value>(_ read: () throws -> Value) throws -> Value {
        do { return try read() } catch {
            countFailedRead(error)
            throw error
        }
    }
}

struct WritingCondition {
    /// The latest failure that may mean that writing does not work; nil after a transaction without a failed write.
    private(set) var failure: StorageError?
    private(set) var lastSuccess: ContinuousClock.Instant?
    /// The damage that was found, if any. It persists, because success elsewhere says nothing about the damaged page.
    private(set) var damage: StorageError?

    /// A failure that may concern only some tables, with the time of its latest occurrence.
    private typealias Met = (error: StorageError, at: ContinuousClock.Instant)

    /// The failure of a write that was no check; nil if such a write has succeeded since.
    private var failedWrite: Met?
    private var failedRead: Met?

    /// Returns a failure within `time` that a check of another table would not find; nil if there was none.
    func standing(for time: Duration, at now: ContinuousClock.Instant) -> StorageError? {
        [failedWrite, failedRead].compactMap(\.self).first { now - $0.at < time }?.error
    }

    mutating func record(_ batch: [QueuedWrite], _ outcome: BatchOutcome, at now: ContinuousClock.Instant) {
        switch outcome {
        case .committed(_, 0, _):
            failure = nil
            lastSuccess = now
            if batch.contains(where: { !$0.isCheck }) { failedWrite = nil }
        case .committed: for write in batch { recordFailure(write.failure, ofCheck: write.isCheck, at: now) }
        case .lost(let error): recordFailure(error, ofCheck: batch.allSatisfy(\.isCheck), at: now)
        }
    }

    mutating func recordFailedRead(_ error: StorageError, at now: ContinuousClock.Instant) {
        if error.isDamage { damage = damage ?? error } else { failedRead = (error, now) }
    }

    private mutating func recordFailure(_ error: (any Error)?, ofCheck: Bool, at now: ContinuousClock.Instant) {
        guard let error = error as? StorageError, error.stopsWriting else { return }
        if error.isDamage { damage = damage ?? error }
        failure = error
        if !ofCheck, error.mayConcernSomeTables { failedWrite = (error, now) }
    }
}

extension StorageError {
    var stopsWriting: Bool {
        switch self {
        case .cannotOpen, .diskFull, .busy, .corrupt, .inputOutput, .readOnly, .closed, .serverUnavailable, .leaseLost,
            .tablesUnusable:
            true
        default: false
        }
    }

    var isDamage: Bool { if case .corrupt = self { true } else { false } }
}
