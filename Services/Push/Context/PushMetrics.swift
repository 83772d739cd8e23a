// The metric of what becomes of deliveries: `balise_push_deliveries_total`.

import Metrics
import Models

/// Counts what becomes of deliveries.
struct PushMetrics: Sendable {
    static let deliveries = "balise_push_deliveries_total"

    /// How many deliveries are due, by channel, up to `maximumDue` of each.
    static let due = "balise_push_deliveries_due"
    static let maximumDue = 100_000

    private let counters: [DeliveryChannel: [DeliveryState: Counter]]

    init(_ factory: any MetricsFactory) {
        // Made once: one of these is needed for every delivery.
        counters = Dictionary(
            uniqueKeysWithValues: DeliveryChannel.allCases.map { channel in
                let states = DeliveryState.allCases.map { state in
                    let dimensions = [("channel", "\(channel)"), ("state", state.rawValue)]
                    return (state, Counter(label: PushMetrics.deliveries, dimensions: dimensions, factory: factory))
                }
                return (channel, Dictionary(uniqueKeysWithValues: states))
            })
    }

    /// Counts what became of a try.
    func count(_ update: DeliveryUpdate, _ channel: DeliveryChannel) { counters[channel]?[update.state]?.increment() }

    /// What waits in the queue at the moment; nothing where the database does not tell.
    static func queue(_ store: PushStore, at now: UnixTime) async -> [MetricSample] {
        let counts = (try? await store.dueCounts(at: now, limit: maximumDue)) ?? [:]
        return DeliveryChannel.allCases.compactMap { channel in
            counts[channel].map {
                MetricSample(name: due, kind: .gauge, labels: [["channel", "\(channel)"]], value: Double($0))
            }
        }
    }
}
