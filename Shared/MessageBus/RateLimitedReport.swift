// Keeps what anybody on the network can cause from filling the log.

/// Counts events of one kind and reports them at most once a second.
///
/// `@unchecked Sendable`: it is used by the reactor's thread only.
final class RateLimitedReport: @unchecked Sendable {
    private let report: (Int, String) -> Void
    private var count = 0
    private var quietUntil = MonotonicTime(nanoseconds: 0)

    init(_ report: @escaping (_ count: Int, _ reason: String) -> Void) { self.report = report }

    func record(_ reason: @autoclosure () -> String) {
        count += 1
        let now = MonotonicTime.now
        guard now >= quietUntil else { return }
        quietUntil = now.adding(.seconds(1))
        report(count, reason())
        count = 0
    }
}
