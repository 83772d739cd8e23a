// Waits for several ends, but not for ever.

/// Opens once: when it has been passed as often as announced, or at its deadline.
///
/// `@unchecked Sendable`: it is used by the reactor's thread only.
final class Gate: @unchecked Sendable {
    private var missing: Int
    private var open: (() -> Void)?

    init(passes: Int, deadline: MonotonicTime, on reactor: Reactor, _ open: @escaping () -> Void) {
        missing = passes
        self.open = open
        if passes > 0 { reactor.perform(at: deadline) { self.finish() } } else { finish() }
    }

    func pass() {
        missing -= 1
        if missing == 0 { finish() }
    }

    private func finish() {
        let open = open
        self.open = nil
        open?()
    }
}
