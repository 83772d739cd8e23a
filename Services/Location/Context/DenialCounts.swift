// Counts the requests that were refused, for the operator.

import Metrics
import Models

/// Counts denied requests by message and by the code of the answer.
struct DenialCounts: Sendable {
    private let metrics: any MetricsFactory

    /// The metric's name.
    static let label = "balise_location_denied_requests_total"

    init(_ metrics: any MetricsFactory) { self.metrics = metrics }

    /// The name of the metric of requests that a full disk refused.
    static let fullDiskLabel = "balise_location_disk_full_requests_total"

    /// Counts a request that was refused because the disk is full.
    func countFullDisk<R: Request>(of request: R.Type) {
        Counter(label: DenialCounts.fullDiskLabel, dimensions: [("message", "\(R.self)")], factory: metrics).increment()
    }

    /// Counts an answer when it is a denial, and not a malformed request or a failure of our own.
    func count<R: Request>(_ code: ErrorCode, of request: R.Type) {
        switch code {
        case .forbidden, .authenticationRequired, .rateLimited:
            let dimensions = [("message", "\(R.self)"), ("code", code.rawValue)]
            Counter(label: DenialCounts.label, dimensions: dimensions, factory: metrics).increment()
        default:
            break
        }
    }
}
