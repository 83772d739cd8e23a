import Models
import Synchronization

/// Says when a line is due: for the first refusal at once, then once a minute with the number since.
final class RefusalCounts: Sendable {
    struct Subject: Hashable {
        let kind: String
        let service: String
        let peer: String
    }

    struct Report: Equatable {
        let subject: Subject
        let count: Int
        /// A fact about the last of them, such as the code of its message.
        let detail: String
    }

    private struct Count {
        var limit = ReportLimit<ContinuousClock.Instant>()
        var detail = ""
    }

    static let pause = Duration.seconds(60)
    /// The most subjects; callers with ever new addresses share one.
    private static let maximumSubjects = 256

    private let counts = Mutex<[Subject: Count]>([:])

    /// Returns the line that is due now; nil during the pause.
    func record(_ subject: Subject, _ detail: String, _ amount: Int, at now: ContinuousClock.Instant) -> Report? {
        counts.withLock { counts in
            var subject = subject
            if counts[subject] == nil, counts.count >= RefusalCounts.maximumSubjects {
                subject = Subject(kind: subject.kind, service: subject.service, peer: "others")
            }
            var known = counts[subject] ?? Count()
            known.detail = detail
            let count = known.limit.record(amount, at: now, quietUntil: now.advanced(by: RefusalCounts.pause))
            counts[subject] = known
            return count.map { Report(subject: subject, count: $0, detail: detail) }
        }
    }

    /// Forgets subjects that were quiet for one.
    func due(at now: ContinuousClock.Instant) -> [Report] {
        counts.withLock { counts in
            var reports: [Report] = []
            for (subject, var known) in counts where !known.limit.isQuiet(at: now) {
                let count = known.limit.report(at: now, quietUntil: now.advanced(by: RefusalCounts.pause))
                counts[subject] = count.map { _ in known }
                if let count { reports.append(Report(subject: subject, count: count, detail: known.detail)) }
            }
            return reports.sorted { ($0.subject.kind, $0.subject.peer) < ($1.subject.kind, $1.subject.peer) }
        }
    }

    func rest() -> [Report] {
        counts.withLock { counts in
            defer { counts = [:] }
            return counts.filter { $0.value.limit.pending > 0 }
                .map { Report(subject: $0.key, count: $0.value.limit.pending, detail: $0.value.detail) }
        }
    }
}
