import Models
import Synchronization

/// With many sessions a full count takes seconds, so the purge counts once an hour and requests get its last result.
final class InstallationCounts: Sendable {
    /// Up to this number of sessions, each request counts anew.
    static let maximumCounted = 20_000
    /// In seconds: one spare hour in case the purge is late.
    static let lifetime: Int64 = 2 * 3600

    private let last = Mutex<(counts: CountInstallations.Reply, at: UnixTime)?>(nil)

    func record(_ counts: CountInstallations.Reply, at now: UnixTime) { last.withLock { $0 = (counts, now) } }

    /// The last counts; nil if they are old, or if the sessions are few enough to count anew.
    func kept(at now: UnixTime) -> CountInstallations.Reply? {
        guard let (counts, at) = last.withLock({ $0 }),
            counts.total > InstallationCounts.maximumCounted,
            at <= now, now < at.adding(seconds: InstallationCounts.lifetime)
        else { return nil }
        return counts
    }
}

extension CountInstallations.Reply {
    /// The sessions of all versions, without groups below `FoldedCounts.minimum`.
    fileprivate var total: Int { appVersions.groups.reduce(appVersions.others ?? 0) { $0 + $1.count } }
}
