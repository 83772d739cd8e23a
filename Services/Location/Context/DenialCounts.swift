import Metrics
import Models

struct DenialCounts: Sendable {
    private let metrics: any MetricsFactory

    static let label = "balise_location_denied_requests_total"

    init(_ metrics: any MetricsFactory) { self.metrics = metrics }

    static let fullDiskLabel = "balise_location_disk_full_requests_total"

    func countFullDisk<R: Request>(of request: R.Type) {
        Counter(label: DenialCounts.fullDiskLabel, dimensions: [("message", "\(R.self)")], factory: metrics).increment()
    }

    /// Malformed requests and our own failures are not counted.
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
