// Counts for the operator.

import Metrics
import Models

/// Counts what becomes of deliveries.
struct PushMetrics: Sendable {
    static let deliveries = "balise_push_deliveries_total"

    private let counters: [DeliveryLane: [DeliveryState: Counter]]

    init(_ factory: any MetricsFactory) {
        // Made once: one of these is needed for every delivery.
        counters = Dictionary(
            uniqueKeysWithValues: DeliveryLane.allCases.map { lane in
                let states = DeliveryState.allCases.map { state in
                    let dimensions = [("lane", "\(lane)"), ("state", state.rawValue)]
                    return (state, Counter(label: PushMetrics.deliveries, dimensions: dimensions, factory: factory))
                }
                return (lane, Dictionary(uniqueKeysWithValues: states))
            })
    }

    /// Counts what became of a try.
    func count(_ settlement: Settlement, _ lane: DeliveryLane) { counters[lane]?[settlement.state]?.increment() }
}
