import ServiceRuntime
import Synchronization

/// Counts the listening servers, and marks the service ready when all listen.
final class ReadinessCountdown: Sendable {
    private let missing: Atomic<Int>
    private let readiness: Readiness

    init(count: Int, _ readiness: Readiness) {
        missing = Atomic(count)
        self.readiness = readiness
    }

    func countDown() {
        if missing.wrappingSubtract(1, ordering: .sequentiallyConsistent).newValue == 0 { readiness.markReady() }
    }
}
