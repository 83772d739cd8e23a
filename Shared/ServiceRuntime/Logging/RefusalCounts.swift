// Keeps what one peer can cause again and again from filling the log.

import Models
import Synchronization

/// Counts what was refused of each peer, by kind, and says when a line about it is due: for the first one at once, then once
/// a minute with the number since.
final class RefusalCounts: Sendable {
    /// What was refused, and of whom.
    struct Subject: Hashable {
        let kind: String
        let service: String
        let peer: String
    }

    /// What a line says.
    struct Report: Equatable {
        let subject: Subject
        let count: Int
        /// What is true of the last of them, such as the code of its message.
        let detail: String
    }

    private struct Count {
        var count = 0
        var detail = ""
        var quietUntil: ContinuousClock.Instant
    }

    static let pause = Duration.seconds(60)
    /// The most subjects that are told apart; whoever comes by ever new addresses shares one.
    private static let maximumSubjects = 256

    private let counts = Mutex<[Subject: Count]>([:])

    /// Counts `amount` and gives what is to be said now; nil during the pause.
    func record(_ subject: Subject, _ detail: String, _ amount: Int, at now: ContinuousClock.Instant) -> Report? {
        counts.withLock { counts in
            var subject = subject
            if counts[subject] == nil, counts.count >= RefusalCounts.maximumSubjects {
                subject = Subject(kind: subject.kind, service: subject.service, peer: "others")
            }
            guard var known = counts[subject] else {
                counts[subject] = Count(quietUntil: now.advanced(by: RefusalCounts.pause))
                return Report(subject: subject, count: amount, detail: detail)
            }
            known.count += amount
            known.detail = detail
            counts[subject] = known
            return take(subject, of: &counts, at: now)
        }
    }

    /// What has been counted during pauses that are over; forgets who has been quiet for one.
    func due(at now: ContinuousClock.Instant) -> [Report] {
        counts.withLock { counts in
            let over = counts.filter { $0.value.quietUntil <= now }
            for subject in over.keys where over[subject]?.count == 0 { counts[subject] = nil }
            return over.keys.compactMap { take($0, of: &counts, at: now) }
                .sorted { ($0.subject.kind, $0.subject.peer) < ($1.subject.kind, $1.subject.peer) }
        }
    }

    /// Everything that has been counted and not been said.
    func rest() -> [Report] {
        counts.withLock { counts in
            defer { counts = [:] }
            return counts.filter { $0.value.count > 0 }
                .map { Report(subject: $0.key, count: $0.value.count, detail: $0.value.detail) }
        }
    }

    private func take(
        _ subject: Subject, of counts: inout [Subject: Count], at now: ContinuousClock.Instant
    ) -> Report? {
        guard let known = counts[subject], known.count > 0, known.quietUntil <= now else { return nil }
        counts[subject] = Count(quietUntil: now.advanced(by: RefusalCounts.pause))
        return Report(subject: subject, count: known.count, detail: known.detail)
    }
}
