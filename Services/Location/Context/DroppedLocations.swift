import Logging
import Metrics
import Models
import Synchronization

/// Counts the locations of devices without a needed key, and warns at most once an hour. Such locations are dropped, not
/// refused: a phone keeps its first location until it is acknowledged, so a refusal would block all later ones
/// (docs/miataru.md).
final class DroppedLocations: Sendable {
    static let label = "balise_location_dropped_locations_total"
    /// In seconds.
    static let pause: Int64 = 3600

    private let counter: Counter
    private let logger: Logger
    private let limit = Mutex(ReportLimit<UnixTime>())

    init(_ metrics: any MetricsFactory, _ logger: Logger) {
        counter = Counter(label: DroppedLocations.label, factory: metrics)
        self.logger = logger
    }

    func record(_ count: Int, at now: UnixTime) {
        guard count > 0 else { return }
        counter.increment(by: count)
        let end = now.adding(seconds: DroppedLocations.pause)
        guard let all = limit.withLock({ $0.record(count, at: now, quietUntil: end) }) else { return }
        logger.warning(
            """
            Locations of new devices without a key were acknowledged and dropped, since miataru.keyRequiredOfNewDevices \
            is "new"; these devices appear on no map until their app sets a key
            """,
            metadata: ["locations": "\(all)"])
    }
}
