import CoreMetrics

/// The reason why a place, or another message of a tracker, is acknowledged but not stored.
enum DiscardReason: String, Sendable, CaseIterable {
    /// The body is not in the app's form.
    case malformed
    case tooLarge = "too_large"
    case tooMany = "too_many"
    /// The message has no coordinates, so it is only a sign of life.
    case noPosition = "no_position"
    case noTime = "no_time"
    case outOfRange = "out_of_range"
    /// The entry is about something else: a region, a stay, a status.
    case notAPosition = "not_a_position"
    /// The message of OwnTracks is encrypted with a key that only the phones know.
    case encrypted
}

/// Counts what trackers send. The number of series is bounded, because no label comes from a client.
struct TrackerCounts: Sendable {
    static let discardedLabel = "balise_location_discarded_total"
    static let otherIDLabel = "balise_location_other_tracker_ids_total"

    private let metrics: any MetricsFactory

    init(_ metrics: any MetricsFactory) { self.metrics = metrics }

    func discard(_ reason: DiscardReason, _ count: Int = 1, in form: TrackerForm) {
        guard count > 0 else { return }
        let dimensions = [("kind", form.rawValue), ("reason", reason.rawValue)]
        metrics.makeCounter(label: TrackerCounts.discardedLabel, dimensions: dimensions).increment(by: Int64(count))
    }

    /// Notes that the app has another name than the tracker's device, so it may have another tracker's address.
    func noteOtherID(in form: TrackerForm) {
        metrics.makeCounter(label: TrackerCounts.otherIDLabel, dimensions: [("kind", form.rawValue)]).increment(by: 1)
    }
}
