/// Opens once: when it has been counted down to zero, or at its deadline.
///
/// `@unchecked Sendable`: only the reactor's thread uses it.
final class CountdownLatch: @unchecked Sendable {
    private var missing: Int
    private var open: (() -> Void)?

    init(count: Int, deadline: MonotonicTime, on reactor: Reactor, _ open: @escaping () -> Void) {
        missing = count
        self.open = open
        if count > 0 { reactor.perform(at: deadline) { self.finish() } } else { finish() }
    }

    func countDown() {
        missing -= 1
        if missing == 0 { finish() }
    }

    private func finish() {
        let open = open
        self.open = nil
        open?()
    }
}
