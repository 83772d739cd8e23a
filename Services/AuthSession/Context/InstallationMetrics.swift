import CoreMetrics
import Models
import Synchronization

/// Gauges of installations in use. A kind that disappears is set to 0.
final class InstallationMetrics: Sendable {
    static let label = "balise_auth_session_installations"
    /// The most gauges: each lasts as long as the process, and clients can invent versions.
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
