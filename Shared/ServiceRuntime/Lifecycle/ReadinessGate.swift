import Logging
import ServiceLifecycle

/// Reports when all services are ready, and makes them not ready as soon as the program is stopped.
///
/// It is last in the service group and so the first to be informed of the shutdown, before the edge stops listening.
struct ReadinessGate: ServiceLifecycle.Service {
    let readinesses: [Readiness]
    /// Called once.
    let whenReady: @Sendable () -> Void
    /// Called once, at the beginning.
    let whenShuttingDown: @Sendable () -> Void

    func run() async throws {
        try await withGracefulShutdownHandler {
            for readiness in readinesses { await readiness.untilReady() }
            if readinesses.allSatisfy(\.isReady) { whenReady() }
            try await gracefulShutdown()
        } onGracefulShutdown: {
            for readiness in readinesses { readiness.markShuttingDown() }
            whenShuttingDown()
        }
    }
}
