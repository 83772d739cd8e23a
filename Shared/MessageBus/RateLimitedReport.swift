import Models

/// Reports at most once a second: any host on the network could fill the log otherwise. `@unchecked Sendable`: only the
/// reactor's thread uses it.
final class RateLimitedReport: @unchecked Sendable {
    private let report: (Int, String) -> Void
    private var limit = ReportLimit<MonotonicTime>()

    init(_ report: @escaping (_ count: Int, _ reason: String) -> Void) { self.report = report }

    func record(_ reason: @autoclosure () -> String) {
        let now = MonotonicTime.now
        if let count = limit.record(at: now, quietUntil: now.adding(.seconds(1))) { report(count, reason()) }
    }
}
