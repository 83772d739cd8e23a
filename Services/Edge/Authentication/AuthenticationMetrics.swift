// How callers were recognised, for the operator.

import CoreMetrics
import Models

/// Counts how callers were recognised.
struct AuthenticationMetrics: Sendable {
    /// Recognised from memory.
    let hits: Counter
    /// auth-session was asked.
    let misses: Counter
    /// Recognised from memory while auth-session was away.
    let stale: Counter
    /// An answer came after something had ended, and was asked for again.
    let outdated: Counter
    private let factory: any MetricsFactory

    /// Counts in `factory` as `balise_edge_authentications_total` by outcome.
    init(_ factory: any MetricsFactory) {
        self.factory = factory
        func counter(_ outcome: String) -> Counter {
            Counter(label: AuthenticationMetrics.label, dimensions: [("outcome", outcome)], factory: factory)
        }
        hits = counter("remembered")
        misses = counter("asked")
        stale = counter("stale")
        outdated = counter("outdated")
    }

    /// Counts a refusal by its reason.
    func refused(_ code: ErrorCode) {
        let dimensions = [("reason", code.rawValue)]
        Counter(label: "balise_edge_refused_credentials_total", dimensions: dimensions, factory: factory).increment()
    }

    private static let label = "balise_edge_authentications_total"
}
