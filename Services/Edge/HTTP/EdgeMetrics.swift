// What the edge counts of its requests.

import CoreMetrics
import Synchronization

/// Counts requests by family, call and status, and measures how long they take.
final class EdgeMetrics: Sendable {
    private struct Key: Hashable {
        var family: String
        var endpoint: Int
        var status: Int
    }

    private let factory: any MetricsFactory
    private let counters = Mutex<[Key: any CounterHandler]>([:])
    private let duration: any TimerHandler

    init(_ factory: any MetricsFactory) {
        self.factory = factory
        duration = factory.makeTimer(label: "balise_http_request_duration_seconds", dimensions: [])
    }

    func note(_ match: Families.Match, status: Int, took: Duration) {
        let key = Key(family: match.family.name, endpoint: match.place?.endpoint ?? -1, status: status)
        counter(key, match).increment(by: 1)
        duration.recordNanoseconds(
            took.components.seconds * 1_000_000_000 + took.components.attoseconds / 1_000_000_000)
    }

    /// The series are few: families, calls and statuses are the edge's own, not the client's.
    private func counter(_ key: Key, _ match: Families.Match) -> any CounterHandler {
        counters.withLock { counters in
            if let counter = counters[key] { return counter }
            let counter = factory.makeCounter(
                label: "balise_http_requests_total",
                dimensions: [("call", match.name), ("family", key.family), ("status", String(key.status))])
            counters[key] = counter
            return counter
        }
    }
}
