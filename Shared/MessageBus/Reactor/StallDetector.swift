import Models

/// Measures how long a piece of work holds the reactor's thread, and reports long ones.
///
/// `@unchecked Sendable`: only the reactor's thread uses it.
final class StallDetector: @unchecked Sendable {
    private let limit: Duration
    private let report: @Sendable (BusEvent) -> Void
    /// The message whose handler runs now, if known.
    var code: MessageCode?

    init(limit: Duration, report: @escaping @Sendable (BusEvent) -> Void) {
        self.limit = limit
        self.report = report
    }

    func measure(_ work: () -> Void) {
        code = nil
        let start = MonotonicTime.now
        work()
        let held = Duration.nanoseconds(Int64(clamping: start.nanoseconds(until: .now)))
        if held > limit { report(.heldReactor(code: code, duration: held)) }
        code = nil
    }
}
