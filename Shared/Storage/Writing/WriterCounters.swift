// What the writers of a database have done, and whether writing works.

import Synchronization

/// Counts what the writers of one database do.
final class WriterCounters: Sendable {
    private let counters = Mutex(StorageStatistics())
    private let condition = Mutex(WritingCondition())

    /// What has been done; the number of waiting writes is the queues' to tell.
    var statistics: StorageStatistics { counters.withLock { $0 } }

    /// Whether the latest write failed for what the machine lacks, and when one last succeeded.
    var writingCondition: WritingCondition { condition.withLock { $0 } }

    func countRefusal() { counters.withLock { $0.refusedWrites += 1 } }

    func count(_ writes: Int, _ outcome: BatchOutcome) {
        counters.withLock { counters in
            switch outcome {
            case .committed(let transactions, let failed, let ranAgain):
                counters.transactions += transactions
                counters.writes += writes - failed
                counters.failedWrites += failed
                counters.secondRuns += ranAgain ? 1 : 0
            case .lost:
                counters.failedWrites += writes
            }
        }
        condition.withLock { $0.record(outcome, at: ContinuousClock.now) }
    }
}

/// Whether writing works, as far as the latest writes tell.
struct WritingCondition {
    /// Why the latest transaction was lost; nil when it was not, or for a reason of its own.
    private(set) var failure: StorageError?
    private(set) var lastSuccess: ContinuousClock.Instant?

    mutating func record(_ outcome: BatchOutcome, at now: ContinuousClock.Instant) {
        switch outcome {
        case .committed(_, let failed, _):
            guard failed == 0 else { return }
            failure = nil
            lastSuccess = now
        case .lost(let error):
            guard let error = error as? StorageError, error.stopsWriting else { return }
            failure = error
        }
    }
}

extension StorageError {
    /// Whether the next write is likely to fail as well.
    var stopsWriting: Bool {
        switch self {
        case .cannotOpen, .diskFull, .busy, .corrupt, .readOnly, .closed, .serverUnavailable, .leaseLost: true
        case .sqlite(let code, _): code & 0xff == Self.inputOutputError
        default: false
        }
    }

    /// SQLITE_IOERR.
    private static let inputOutputError: Int32 = 10
}
