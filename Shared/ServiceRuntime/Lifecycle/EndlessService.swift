// A service that must not end before it is told to.

import Models
import ServiceLifecycle

/// Runs a service, and makes an error of its end when nobody asked for it.
struct EndlessService: ServiceLifecycle.Service {
    /// Why a service ended that should have run.
    struct Ended: Error, CustomStringConvertible {
        let service: String
        var description: String { "the \(service) service ended by itself, which is a defect" }
    }

    let service: any HostedService

    func run() async throws {
        try await service.run()
        // Once the group shuts down, the end of the service is its answer to that.
        guard Task.isShuttingDownGracefully || Task.isCancelled else {
            throw Ended(service: type(of: service).name.description)
        }
    }
}
