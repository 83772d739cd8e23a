import CoreMetrics
import Synchronization

final class EdgeMetrics: Sendable {
    private struct Key: Hashable {
        var api: String
        var path: Int?
        var status: Int
    }

    private let factory: any MetricsFactory
    private let counters = Mutex<[Key: any CounterHandler]>([:])
    private let duration: any TimerHandler

    init(_ factory: any MetricsFactory) {
        self.factory = factory
        duration = factory.makeTimer(label: "balise_http_request_duration_seconds", dimensions: [])
    }

    func record(_ target: RouteMatch, status: Int, took: Duration) {
        let key = Key(api: target.api.name, path: target.path?.id, status: status)
        // The number of series is bounded, because the edge and not the client chooses APIs, calls and statuses.
        let counter = counters.withLock { counters -> any CounterHandler in
            if let counter = counters[key] { return counter }
            let counter = factory.makeCounter(
                label: "balise_http_requests_total",
                dimensions: [("call", target.name), ("api", key.api), ("status", String(key.status))])
            counters[key] = counter
            return counter
        }
        counter.increment(by: 1)
        duration.recordNanoseconds(
            took.components.seconds * 1_000_000_000 + took.components.attoseconds / 1_000_000_000)
    }
}
