import CoreMetrics
import Models
import Synchronization

/// Keeps counts of installations. With many sessions a full count takes seconds, so the purge counts once an hour and
/// requests get its last result.
final class InstallationCounts: Sendable {
    /// The greatest number of sessions that each request counts anew.
    static let maximumCounted = 20_000
    /// How long a count is kept, in seconds. This includes a spare hour in case the purge is late.
    static let lifetime: Int64 = 2 * 3600

    private let last = Mutex<(counts: CountInstallations.Reply, at: UnixTime)?>(nil)

    func record(_ counts: CountInstallations.Reply, at now: UnixTime) { last.withLock { $0 = (counts, now) } }

    /// The last counts; nil before the first count, if they are old, or if the sessions are few enough to count anew.
    func kept(at now: UnixTime) -> CountInstallations.Reply? {
        guard let (counts, at) = last.withLock({ $0 }),
            counts.total > InstallationCounts.maximumCounted,
            at <= now, now < at.adding(seconds: InstallationCounts.lifetime)
        else { return nil }
        return counts
    }
}

extension CountInstallations.Reply {
    /// The number of sessions in all shown groups and in `others`.
    fileprivate var total: Int { appVersions.groups.reduce(appVersions.others ?? 0) { $0 + $1.count } }
}

/// Gauges of installations in use. The gauge of a version that disappears is set to 0.
final class InstallationMetrics: Sendable {
    static let label = "balise_auth_session_installations"
    /// The most gauges. A gauge stays as long as the process, and clients can invent versions.
    static let maximumKinds = 300

    private let factory: any MetricsFactory
    private let kinds = Mutex<Set<Kind>>([])

    private struct Kind: Hashable {
        let dimension: String
        let name: String
    }

    init(_ factory: any MetricsFactory) { self.factory = factory }

    func record(_ counts: CountInstallations.Reply) {
        var values: [Kind: Int] = [:]
        for (dimension, counts) in [("app_version", counts.appVersions), ("system", counts.systems)] {
            for group in counts.groups {
                values[Kind(dimension: dimension, name: group.name ?? "not known")] = group.count
            }
            values[Kind(dimension: dimension, name: "others")] = counts.others ?? 0
        }
        let known = kinds.withLock { kinds in
            for kind in values.keys where kinds.count < InstallationMetrics.maximumKinds { kinds.insert(kind) }
            return kinds
        }
        for kind in known {
            Meter(label: InstallationMetrics.label, dimensions: [(kind.dimension, kind.name)], factory: factory)
                .set(values[kind] ?? 0)
        }
    }
}
