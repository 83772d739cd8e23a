import Metrics
import Models

struct PushMetrics: Sendable {
    static let deliveries = "balise_push_deliveries_total"

    static let due = "balise_push_deliveries_due"
    static let maximumDue = 100_000

    private let counters: [DeliveryChannel: [DeliveryState: Counter]]

    init(_ factory: any MetricsFactory) {
        // The counters are made once, because every delivery needs a counter.
        counters = Dictionary(
            uniqueKeysWithValues: DeliveryChannel.allCases.map { channel in
                let states = DeliveryState.allCases.map { state in
                    let dimensions = [("channel", "\(channel)"), ("state", state.rawValue)]
                    return (state, Counter(label: PushMetrics.deliveries, dimensions: dimensions, factory: factory))
                }
                return (channel, Dictionary(uniqueKeysWithValues: states))
            })
    }

    func count(_ update: DeliveryUpdate, _ channel: DeliveryChannel) { counters[channel]?[update.state]?.increment() }

    static func queue(_ store: any QueueStore, at now: UnixTime) async -> [MetricSample] {
        let counts = (try? await store.dueCounts(at: now, limit: maximumDue)) ?? [:]
        return DeliveryChannel.allCases.compactMap { channel in
            counts[channel].map {
                MetricSample(name: due, kind: .gauge, labels: [["channel", "\(channel)"]], value: Double($0))
            }
        }
    }
}
