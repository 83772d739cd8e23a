// The last counts of installations, for questions that a look through all sessions would keep waiting.

import Models
import Synchronization

/// The last counts of installations. Where there are many sessions a look through all of them takes seconds, so that
/// questions are answered by the last one: the purge looks once an hour.
final class InstallationCounts: Sendable {
    /// Up to so many sessions are counted anew for each question.
    static let maximumCounted = 20_000
    /// For how many seconds counts are given: for one more hour when the purge is late.
    static let lifetime: Int64 = 2 * 3600

    private let last = Mutex<(counts: CountInstallations.Reply, at: UnixTime)?>(nil)

    /// Keeps what was counted.
    func record(_ counts: CountInstallations.Reply, at now: UnixTime) { last.withLock { $0 = (counts, now) } }

    /// What was counted last; nil when it is old, and for so few sessions that they are better counted anew.
    func kept(at now: UnixTime) -> CountInstallations.Reply? {
        guard let (counts, at) = last.withLock({ $0 }),
            counts.total > InstallationCounts.maximumCounted,
            at <= now, now < at.adding(seconds: InstallationCounts.lifetime)
        else { return nil }
        return counts
    }
}

extension CountInstallations.Reply {
    /// How many there are of all versions, without fewer than `FoldedCounts.minimum`.
    fileprivate var total: Int { appVersions.groups.reduce(appVersions.others ?? 0) { $0 + $1.count } }
}
