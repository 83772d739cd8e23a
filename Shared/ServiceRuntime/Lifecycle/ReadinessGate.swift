// Watches over the readiness of all services of a program: says when they are ready, and ends it first of all.

import Logging
import ServiceLifecycle

/// Says when all services are ready, and makes them not ready as soon as the program is told to stop.
///
/// It stands last in the service group and so is the first to hear of the shutdown, before the edge stops to listen.
struct ReadinessGate: ServiceLifecycle.Service {
    let readinesses: [Readiness]
    /// Called once, when all are ready.
    let whenReady: @Sendable () -> Void
    /// Called once, when the shutdown begins.
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
